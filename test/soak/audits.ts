import type { Config } from '@recado/infra/config'
import type { Test } from 'tap'
import { audited } from '../kit/audited.ts'
import { eventually } from '../kit/eventually.ts'

/** More than a machine needs that was just busy with the whole test. */
const PATIENCE_MS = 240_000

/** Asserts that an audit of the whole log finds nothing, once intake has processed all of it. */
export async function auditFindsNothing(t: Test, config: Config): Promise<void> {
  const findings = await eventually(async () => {
    const audit = await audited(config)
    const waits = audit.findings.some(
      ({ what }) => what === 'not_recorded_yet' || what === 'read_models_behind',
    )
    return !waits && audit.findings
  }, PATIENCE_MS)
  t.same(findings, [], 'the audit finds nothing')
}
