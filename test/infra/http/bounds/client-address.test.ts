import { clientAddresses } from '@recado/infra/http/bounds/client-address'
import { test } from 'tap'

const { ofPeer, ofForwarded } = clientAddresses(['10.0.0.0/8', 'fd00::/8'])
const forwarded = (value: string) => ofForwarded({ headers: { 'x-forwarded-for': value } })

test('a client has the same key with and without a port', async (t) => {
  for (const text of ['203.0.113.7', '203.0.113.7:5678', '203.0.113.7:1'])
    t.equal(forwarded(text), '203.0.113.7', text)
  for (const text of ['2001:db8:1:2::1', '[2001:db8:1:2::1]', '[2001:db8:1:2::1]:80'])
    t.equal(forwarded(text), '2001:db8:1:2::/64', text)
  t.equal(forwarded('[::ffff:203.0.113.7]:80'), '203.0.113.7')
})

test('the client is the last address that is no trusted proxy, whatever its port', async (t) => {
  t.equal(forwarded('198.51.100.1:1, 203.0.113.7:2, 10.1.2.3:3'), '203.0.113.7')
  t.equal(forwarded('203.0.113.7, [fd00::1]:443'), '203.0.113.7')
  t.equal(forwarded('10.1.2.3:3'), null)
  t.equal(ofPeer('10.1.2.3'), null)
  t.equal(ofPeer('203.0.113.7'), '203.0.113.7')
})
