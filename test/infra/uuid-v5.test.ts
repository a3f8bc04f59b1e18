import { uuidOf, uuidV5 } from '@recado/infra/uuid-v5'
import { test } from 'tap'

/** The namespaces of names in the domain name system and of URLs, RFC 9562 6.6. */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const URL = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

test('a version 5 uuid is the one of RFC 9562, appendix A.4', async (t) => {
  t.equal(uuidV5(DNS, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  t.equal(uuidV5(DNS, Buffer.from('www.example.com')), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('names of several parts know where one ends', async (t) => {
  t.equal(uuidOf(DNS, 'a', 'bc'), uuidOf(DNS, 'a', 'bc'))
  t.not(uuidOf(DNS, 'a', 'bc'), uuidOf(DNS, 'ab', 'c'))
  t.not(uuidOf(DNS, 'a'), uuidOf(URL, 'a'))
})

test('a namespace that is no uuid is a fault', async (t) => {
  t.throws(() => uuidV5('account', 'x'), /no uuid/)
})
