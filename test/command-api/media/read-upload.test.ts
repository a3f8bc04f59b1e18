import { storableName } from '@recado/command-api/media/read-upload'
import { isStorable } from '@recado/domain/storable'
import { test } from 'tap'

test('a cut name ends with a whole character', async (t) => {
  const name = storableName(`${'a'.repeat(254)}👍.png`)
  t.equal(name, 'a'.repeat(254))
  t.ok(isStorable(name ?? ''))
})

test('a name keeps only characters that the log can store', async (t) => {
  t.equal(storableName('a\u0000b\ud800 vitrine 👍.png'), 'ab vitrine 👍.png')
  for (const none of [undefined, '', '\u0000\ud800']) t.equal(storableName(none), null)
})
