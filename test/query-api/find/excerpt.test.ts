import { excerpt } from '@recado/query-api/find/excerpt'
import { test } from 'tap'

test('an excerpt begins with the text, or a little before the word that was found', async (t) => {
  t.equal(excerpt('Seu pedido chegou', 'pedido'), 'Seu pedido chegou')
  const long = `${'lorem ipsum '.repeat(10)}e o orçamento está pronto ${'dolor sit '.repeat(20)}`
  t.match(excerpt(long, 'ORCAM'), /^….{0,20}orçamento está pronto.*…$/)
  t.ok([...excerpt(long, 'orcam')].length <= 82)
  t.match(excerpt(long, 'lorem'), /^lorem ipsum .*…$/)
  t.match(excerpt(long, 'nothing of it'), /^lorem/)
  t.equal([...excerpt('🌟'.repeat(100), 'x')].length, 81)
})
