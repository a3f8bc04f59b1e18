import { runTool } from '../run-tool.ts'
import { proofTool } from './proof-tool.ts'

await runTool(proofTool)
