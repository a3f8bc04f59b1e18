import { type Output, outputOf } from '@recado/cli/output'
import { plainText } from '@recado/cli/plain'
import { test } from 'tap'

/** What is written to a terminal. */
async function shown(isJson: boolean, use: (out: Output) => Promise<void>): Promise<string> {
  let written = ''
  const io = {
    ...{ env: { NO_COLOR: '1' }, cwd: '/', isTerminal: true, tell: () => undefined },
    async write(chunk: string | Uint8Array) {
      written += String(chunk)
    },
    untilInterrupted: () => new AbortController().signal,
  }
  await use(outputOf(io, isJson))
  return written
}

// Clears the screen, sets its title (also by a one-byte control character), and reverses the text that follows.
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u009b2J\u202etxt.exe\u200f\u0000'
const STEERS = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

test('control characters from a server or a user never reach a terminal', async (t) => {
  const lines = await shown(false, (out) => out.show({}, () => [`body ${HOSTILE}`, 'ok']))
  t.notMatch(lines, STEERS)
  t.equal(lines.split('\n').length, 3, 'no line is split')
  t.notMatch(await shown(false, (out) => out.next({}, () => HOSTILE)), STEERS)
  for (const json of [
    await shown(true, (out) => out.show({ text: HOSTILE }, () => [])),
    await shown(true, (out) => out.next({ text: HOSTILE }, () => '')),
  ]) {
    t.notMatch(json, STEERS)
    t.same(JSON.parse(json), { text: HOSTILE }, 'programs read the same value')
  }
  t.equal(plainText(`a\tb\r\n${HOSTILE}`), 'a\tb\r\n [2J ]0;owned  2J txt.exe  ')
})
