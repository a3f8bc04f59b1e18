import { type Console, FAILED } from '../run-tool.ts'
import { withServices } from '../services.ts'
import { toolConfig } from '../tool-config.ts'
import { withSignal } from '../with-signal.ts'
import { runAudit, summaryOf } from './audit.ts'
import { auditOptions, USAGE } from './options.ts'
import { openResume } from './resume.ts'
import { sealAuditCommand } from './seals/seal-audit-command.ts'

/** @returns the exit code: 0 without differences, 1 with them, 3 when ended early @throws UsageError */
export async function auditCommand(console: Console): Promise<number> {
  const options = auditOptions(console.args)
  if (options === 'help') {
    await console.print(USAGE)
    return 0
  }
  if (options.seals !== null) {
    return sealAuditCommand(console, options.seals, options.resume)
  }
  const config = await toolConfig(console.env)
  const resume = await openResume(options)
  const { position, totals, isWhole } = await withSignal((signal) =>
    withServices(config, (services) => runAudit({ services, options, resume, console, signal })),
  )
  if (!isWhole) {
    const goOn = position === null ? 'run the same command again' : `go on with --from ${position}`
    console.note(`ended early after ${summaryOf(totals)}; ${goOn}`)
    return FAILED
  }
  await resume.forget()
  await console.print(summaryOf(totals))
  return totals.differences === 0 ? 0 : 1
}
