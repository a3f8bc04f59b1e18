import { uuidOf, uuidV5 } from '@recado/infra/uuid-v5'
import { test } from 'tap'

/** The namespaces for domain names and URLs, RFC 9562 6.6. */
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const URL = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

test('a version 5 UUID is that of RFC 9562, appendix A.4', async (t) => {
  t.equal(uuidV5(DNS, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  t.equal(uuidV5(DNS, Buffer.from('www.example.com')), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('names of several parts differ when their parts do', async (t) => {
  t.equal(uuidOf(DNS, 'a', 'bc'), uuidOf(DNS, 'a', 'bc'))
  t.not(uuidOf(DNS, 'a', 'bc'), uuidOf(DNS, 'ab', 'c'))
  t.not(uuidOf(DNS, 'a'), uuidOf(URL, 'a'))
})

test('an invalid namespace is an error', async (t) => {
  t.throws(() => uuidV5('account', 'x'), /no uuid/)
})
