import { natsFault, warnOfOldNats } from '@recado/infra/nats/server-version'
import { test } from 'tap'

test('servers that let users delete the streams of other accounts are named, with the advisory', async (t) => {
  for (const old of ['2.9.10', '2.10.26', '2.10.0', '2.11.0', '2.11.0-preview.2', '2.2.0', '1.4.1'])
    t.match(natsFault(old), /CVE-2025-30215.*2\.10\.27/, old)
  for (const fine of [
    '2.10.27',
    '2.10.27-binary',
    '2.10.100',
    '2.11.1',
    '2.12.0',
    '3.0.0',
    '',
    'dev',
  ])
    t.equal(natsFault(fine), null, fine)
})

test('each old version is told once, however often a process connects', async (t) => {
  const told: string[] = []
  const warn = warnOfOldNats({ warn: (_, message) => void told.push(message) })
  for (const version of ['2.9.10', '2.9.10', '2.11.1', '2.10.1', '2.9.10'])
    warn({ info: { version } as never })
  t.match(told, [/2\.9\.10/, /2\.10\.1 /])
  t.equal(told.length, 2)
})
