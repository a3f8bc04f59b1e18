import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { namedIn, readAlerts, readDashboard, watchedExpressions } from '../kit/watched.ts'

/** The path of Debian's package prometheus. */
const PROMTOOL = '/usr/bin/promtool'
const FOLDER = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url))

test('each alert has a severity, and a runbook in docs/operations.md', async (t) => {
  const alerts = await readAlerts()
  const names = alerts.map(({ alert }) => alert)
  t.equal(new Set(names).size, names.length, 'names are unique')
  for (const { alert, labels, annotations, ...rule } of alerts) {
    const words = alert.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
    t.equal(annotations.runbook, `docs/operations.md#runbook-${words}`)
    t.ok(['page', 'ticket'].includes(labels.severity), `${alert} has a severity`)
    t.match(rule.for, /^\d+m$/, `${alert} fires only after some minutes`)
  }
})

test('the dashboard is valid, and each panel queries a metric', async (t) => {
  const { panels } = await readDashboard()
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, targets = [] } of panels.filter((panel) => panel.targets))
    t.ok(targets.length > 0, title)
  for (const expression of await watchedExpressions())
    t.ok(namedIn(expression).metrics.length > 0 || expression.includes('up{'), expression)
})

test('promtool accepts the Prometheus configuration', {
  skip: !existsSync(PROMTOOL) && "promtool is not installed: Debian's package prometheus has it",
}, async (t) => {
  const run = promisify(execFile)
  t.match((await run(PROMTOOL, ['check', 'rules', `${FOLDER}/alerts.yml`])).stdout, /SUCCESS/)
  t.match((await run(PROMTOOL, ['check', 'config', `${FOLDER}/prometheus.yml`])).stdout, /SUCCESS/)
})
