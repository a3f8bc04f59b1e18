import { runTool } from '../run-tool.ts'
import { auditCommand } from './audit-command.ts'

await runTool(auditCommand)
