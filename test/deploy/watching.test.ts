import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { namedIn, readAlerts, readDashboard, watchedExpressions } from '../kit/watched.ts'

/** Where Debian's package prometheus puts it. */
const PROMTOOL = '/usr/bin/promtool'
const FOLDER = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url))

test('each alert says how soon it is to be looked at, and where its runbook stands', async (t) => {
  const alerts = await readAlerts()
  const names = alerts.map(({ alert }) => alert)
  t.equal(new Set(names).size, names.length, 'no name stands twice')
  for (const { alert, labels, annotations, ...rule } of alerts) {
    const words = alert.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
    t.equal(annotations.runbook, `docs/operations.md#runbook-${words}`)
    t.ok(['page', 'ticket'].includes(labels.severity), `${alert} has a severity`)
    t.match(rule.for, /^\d+m$/, `${alert} waits whether it passes`)
  }
})

test('the dashboard can be read, and each panel shows something', async (t) => {
  const { panels } = await readDashboard()
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, targets = [] } of panels.filter((panel) => panel.targets))
    t.ok(targets.length > 0, title)
  for (const expression of await watchedExpressions())
    t.ok(namedIn(expression).metrics.length > 0 || expression.includes('up{'), expression)
})

test('promtool takes what Prometheus is given', {
  skip: !existsSync(PROMTOOL) && "promtool is not installed: Debian's package prometheus has it",
}, async (t) => {
  const run = promisify(execFile)
  t.match((await run(PROMTOOL, ['check', 'rules', `${FOLDER}/alerts.yml`])).stdout, /SUCCESS/)
  t.match((await run(PROMTOOL, ['check', 'config', `${FOLDER}/prometheus.yml`])).stdout, /SUCCESS/)
})
