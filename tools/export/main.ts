import { runTool } from '../run-tool.ts'
import { exportTool } from './export-tool.ts'

const interruption = new AbortController()
// A second signal ends the process at once, which loses nothing but time.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort())

await runTool((console) => exportTool(console, interruption.signal))
