import { differenceFinding, type Finding } from '@recado/application/audit/finding'
import { judgeFindings } from '@recado/application/audit/judge-findings'
import type { Task } from '@recado/application/intake/task'
import { test } from 'tap'

const RAW = { id: 'a', stream: 'providerEvent-1.20261123', position: 7n, data: {} }
const MISSING = differenceFinding(RAW, 'fact_missing', 'no MessageReceived says what it tells')
const CHANGED = differenceFinding(RAW, 'fact_changed', 'its text')

/** Judges an intent that intake and the read models reach before, during or after the look. */
async function judgedWhile(
  reached: 'before' | 'meanwhile' | 'never',
  kind: string,
  fault: Finding,
) {
  let at = reached === 'before' ? 7n : 6n
  const progress = {
    isBehind: async (position: bigint) => at < position,
    isShown: async (position: bigint) => at >= position,
    isParked: async () => false,
  }
  const task = { cause: { raw: RAW, index: 0 }, intent: { kind } } as unknown as Task
  const findings = await judgeFindings(progress, task, async () => {
    if (reached === 'meanwhile') at = 7n
    return [fault]
  })
  return findings.map(({ verdict, what }) => [verdict, what])
}

test('a fact that arrives while the audit looks is not reported as missing', async (t) => {
  const yet = [['unprovable', 'not_recorded_yet']]
  t.same(await judgedWhile('before', 'received', MISSING), [['difference', 'fact_missing']])
  t.same(await judgedWhile('meanwhile', 'received', MISSING), yet)
  t.same(await judgedWhile('never', 'received', MISSING), yet)
  t.same(await judgedWhile('meanwhile', 'sent_elsewhere', MISSING), yet)
  t.same(await judgedWhile('never', 'received', CHANGED), [['difference', 'fact_changed']])
})
