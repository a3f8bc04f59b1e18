import { endable } from '../endable.ts'
import { runTool } from '../run-tool.ts'
import { rotateTool } from './rotate-tool.ts'

await runTool((console) => endable((signal) => rotateTool(console, signal)))
