import { endable } from '../endable.ts'
import { runTool } from '../run-tool.ts'
import { importTool } from './import-tool.ts'

await runTool((console) => endable((signal) => importTool(console, signal)))
