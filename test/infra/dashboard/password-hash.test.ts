import { openPasswords } from '@recado/infra/dashboard/password-hash'
import { test } from 'tap'

test('strangers who wait for a hash delay a known caller by one', async (t) => {
  const passwords = openPasswords()
  const ended: string[] = []
  const strangers = Array.from({ length: 4 }, (_, n) =>
    passwords
      .isRight('guess', null, { lane: 'strangers', owner: `address ${n}` })
      .then(() => ended.push('stranger')),
  )
  const hash = await passwords.hash('correct horse', { lane: 'known', owner: 'link' })
  t.equal(ended.length, 1, 'one hash was under way')
  t.equal(await passwords.isRight('correct horse', hash, { lane: 'known', owner: 'device' }), true)
  t.ok(ended.length <= 3, 'the lanes take turns')
  await Promise.all(strangers)
})
