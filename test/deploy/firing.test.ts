import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'

/** The path of Debian's package prometheus. */
const PROMTOOL = '/usr/bin/promtool'
const ALERTS = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))

/** The samples of each series, one a minute; null means no series. */
type Seen = Readonly<Record<string, string | null>>

const up = (job: string, instance = 'a') => `up{job="recado-${job}",instance="${instance}"}`
const leader = (part: string, a: string | null, b: string | null): Seen => ({
  [`recado_leader{part="${part}",instance="a"}`]: a,
  [`recado_leader{part="${part}",instance="b"}`]: b,
})
const reads = (le: string) =>
  `recado_http_request_seconds_bucket{method="GET",route="/api/v1/contacts",status="200",le="${le}"}`
const machine = 'up{job="machines",instance="m"}'
const disk = (available: string): Seen => ({
  'node_filesystem_avail_bytes{job="machines",instance="m",mountpoint="/data"}': available,
  'node_filesystem_size_bytes{job="machines",instance="m",mountpoint="/data"}': '100x40',
})
/** The Unix time of its end, in rule tests that begin at 0. */
const backup = 'backup_finished_timestamp_seconds{instance="m"}'

const [ALWAYS, NEVER] = ['1x40', '0x40']
const WELL: Seen = {
  [up('command-api')]: ALWAYS,
  [up('query-api')]: ALWAYS,
  [up('projectors')]: ALWAYS,
  [up('projectors', 'b')]: ALWAYS,
  ...leader('read_models', ALWAYS, NEVER),
  ...leader('intake', ALWAYS, NEVER),
  ...leader('relay', NEVER, ALWAYS),
}
const STOPPED: Seen = Object.fromEntries(Object.keys(WELL).map((name) => [name, NEVER]))
/** The alerts of an installation of which no process runs. */
const DOWN = ['NobodyLeads', 'NoProcess', 'ProcessDown']

/** Differences from a healthy installation, and the alerts that must fire. */
const CASES: Readonly<Record<string, [seen: Seen, fire: readonly string[]]>> = {
  'all is well': [{}, []],
  'a copy is gone': [{ [up('projectors', 'b')]: NEVER }, ['ProcessDown']],
  'no copy is left': [{ [up('query-api')]: NEVER }, ['NoProcess', 'ProcessDown']],
  'nothing is found of a kind of process': [{ [up('command-api')]: null }, ['NoProcess']],
  'all stand by for a part': [leader('intake', NEVER, NEVER), ['NobodyLeads']],
  'nobody tells of a part': [leader('read_models', null, null), ['NobodyLeads']],
  'two lead a part': [leader('relay', ALWAYS, ALWAYS), ['TwoLead']],
  'two lead a partition': [
    {
      'recado_leader{part="intake",partition="1",instance="a"}': ALWAYS,
      'recado_leader{part="intake",partition="1",instance="b"}': ALWAYS,
    },
    ['TwoLead'],
  ],
  'two share the partitions of a part': [
    {
      'recado_leader{part="intake",partition="0",instance="a"}': ALWAYS,
      'recado_leader{part="intake",partition="1",instance="b"}': ALWAYS,
    },
    [],
  ],
  'another takes over': [leader('relay', '0x19 1x20', '1x20 0x19'), []],
  'one read in fifty is late': [
    { [reads('1')]: '0+49x40', [reads('2.5')]: '0+50x40', [reads('+Inf')]: '0+50x40' },
    ['RequestsSlow'],
  ],
  'reads are in time': [{ [reads('1')]: '0+50x40', [reads('+Inf')]: '0+50x40' }, []],
  'the loop of a process is late': [
    { 'nodejs_eventloop_lag_p99_seconds{job="recado-query-api",instance="a"}': '0.4x40' },
    ['EventLoopDelayed'],
  ],
  'raw events wait': [{ 'recado_intake_lag_seconds{instance="a"}': '90x40' }, ['IntakeBehind']],
  'a webhook has waited for two days': [
    { 'recado_deliveries_oldest_seconds{instance="a"}': '172800x40' },
    ['DeliveriesOld'],
  ],
  'a disk is nearly full': [disk('9x40'), ['DiskFull']],
  'a disk has room': [disk('11x40'), []],
  'nobody measures the disk of a machine': [{ [machine]: NEVER }, ['DiskFull']],
  'the last backup is older than 26 hours': [{ [backup]: '-93600x40' }, ['BackupTooOld']],
  'the last backup is not a day old': [{ [backup]: '-80000x40' }, []],
  'a stopped installation is not backed up': [{ ...STOPPED, [backup]: '-93600x40' }, DOWN],
}

test('each alert fires for its fault, and no other does', {
  skip: !existsSync(PROMTOOL) && "promtool is not installed: Debian's package prometheus has it",
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-alerts-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cases.yml')
  for (const [name, [seen, fire]] of Object.entries(CASES)) {
    await writeFile(file, JSON.stringify(asRuleTest(seen, fire)))
    await t.resolves(promisify(execFile)(PROMTOOL, ['test', 'rules', file]), name)
  }
})

/** A rule test for promtool; it reads JSON because JSON is YAML. */
function asRuleTest(seen: Seen, fire: readonly string[]): object {
  const series = Object.entries({ ...WELL, ...seen }).flatMap(([name, values]) =>
    values === null ? [] : [{ series: name, values }],
  )
  const asked = {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"} > 0) > bool 0',
    eval_time: '30m',
    exp_samples: fire.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
  }
  const test = { interval: '1m', input_series: series, promql_expr_test: [asked] }
  return { rule_files: [ALERTS], evaluation_interval: '1m', tests: [test] }
}
