import { runTool } from '../run-tool.ts'
import { userTool } from './user-tool.ts'

await runTool(userTool)
