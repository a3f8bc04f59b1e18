import { NAMESPACES, uuidOf, uuidV5 } from '@recado/infra/uuid-v5'
import { test } from 'tap'

/** The namespace of names in the domain name system, RFC 9562 6.6. */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

test('a version 5 uuid is the one of RFC 9562, appendix A.4', async (t) => {
  t.equal(uuidV5(DNS, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  t.equal(uuidV5(DNS, Buffer.from('www.example.com')), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('names of several parts know where one ends', async (t) => {
  const { message } = NAMESPACES

  t.equal(uuidOf(message, 'a', 'bc'), uuidOf(message, 'a', 'bc'))
  t.not(uuidOf(message, 'a', 'bc'), uuidOf(message, 'ab', 'c'))
  t.not(uuidOf(message, 'a'), uuidOf(NAMESPACES.sale, 'a'))
})

test('no two namespaces are the same', async (t) => {
  const all = Object.values(NAMESPACES)

  t.equal(new Set(all).size, all.length)
})

test('a namespace that is no uuid is a fault', async (t) => {
  t.throws(() => uuidV5('account', 'x'), /no uuid/)
})
