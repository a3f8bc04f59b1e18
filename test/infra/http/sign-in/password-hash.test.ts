import { openPasswords } from '@recado/infra/http/sign-in/password-hash'
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
  t.match(hash, /^\$scrypt\$ln=15,r=8,p=3\$/, 'OWASP calls this as strong as ln=17,r=8,p=1')
  t.equal(await passwords.isRight('correct horse', hash, { lane: 'known', owner: 'device' }), true)
  t.ok(ended.length <= 3, 'the lanes take turns')
  await Promise.all(strangers)
})

test('a stored hash says what it costs, whatever new ones do', async (t) => {
  const turn = { lane: 'known', owner: 'device' } as const
  const cheap = openPasswords({ ln: 4, r: 8, p: 1 })
  const hash = await cheap.hash('correct horse', turn)
  t.match(hash, /^\$scrypt\$ln=4,r=8,p=1\$/)
  t.equal(await openPasswords().isRight('correct horse', hash, turn), true)
  t.equal(await cheap.isRight('incorrect horse', hash, turn), false)
})
