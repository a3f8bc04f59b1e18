import type { Finding } from '@recado/application/audit/finding'
import type { Config } from '@recado/infra/config'
import { auditCommand } from '@recado/tools/audit/audit-command'
import { eventually } from './eventually.ts'
import { runTool } from './run-tool.ts'

/** The result of one audit. */
export type Audited = {
  readonly code: number
  readonly findings: readonly Finding[]
  readonly summary: string
  readonly told: readonly string[]
}

/** Audits the log of a product as an operator would. */
export async function audited(config: Config, ...args: string[]): Promise<Audited> {
  const { code, lines, told } = await runTool(auditCommand, config, ...args)
  const findings = lines.slice(0, -1).map((line) => JSON.parse(line) as Finding)
  return { code, findings, summary: lines.at(-1) ?? '', told }
}

/** Audits like `audited`, after intake and the read models have processed the whole log. */
export function auditedWhole(config: Config, ...args: string[]): Promise<Audited> {
  return eventually(async () => {
    const audit = await audited(config, ...args)
    const waits = ({ what }: Finding) =>
      what === 'not_recorded_yet' || what === 'read_models_behind'
    return !audit.findings.some(waits) && audit
  })
}
