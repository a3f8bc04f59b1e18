import { runTool } from '../run-tool.ts'
import { setupTool } from './setup-tool.ts'

await runTool(setupTool)
