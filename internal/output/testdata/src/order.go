package p

func send(o order) {
	// "ä𝒳" counts 2 and 4 bytes, and 1 and 2 UTF-16 units
	for range 3 {
		post("ä𝒳", "k", newKey())
	}
	for {
		F()
	}
}
