import { endable } from '../endable.ts'
import { runTool } from '../run-tool.ts'
import { rebuildTool } from './rebuild-tool.ts'

await runTool((console) => endable((signal) => rebuildTool(console, signal)))
