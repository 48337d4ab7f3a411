// Parses diagrams with the real Mermaid: whole files, and the fenced blocks of
// Markdown. Prints how many; fails on the first that Mermaid does not take, and
// on a file that holds none.
import fs from 'node:fs'
import mermaid from 'mermaid'

let parsed = 0
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8')
  const diagrams = text.startsWith('sequenceDiagram')
    ? [text]
    : [...text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map((m) => m[1])
  if (diagrams.length === 0) throw new Error(`${file} holds no diagram`)
  for (const diagram of diagrams) {
    const { diagramType } = await mermaid.parse(diagram).catch((err) => {
      throw new Error(`${file}: ${err.message}\n${diagram}`)
    })
    if (diagramType !== 'sequence') throw new Error(`${file}: a diagram of the type ${diagramType}`)
    parsed++
  }
}
console.log(`mermaid: ${parsed} diagrams parsed`)
