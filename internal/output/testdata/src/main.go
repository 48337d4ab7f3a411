package main

func main() {
	g.ask(ctx, "what do I owe?")
}
