import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookUrlFault } from '@recado/infra/http-client/webhook-url'
import { test } from 'tap'

const PRIVATE = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'nonsense',
]

test('private, special and invalid addresses are refused', async (t) => {
  const isAllowed = addressPolicy([])
  for (const address of PRIVATE) t.equal(isAllowed(address), false, address)
})

test('public addresses are allowed', async (t) => {
  const isAllowed = addressPolicy([])
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '172.32.0.1', '2606:4700::1111'])
    t.equal(isAllowed(address), true, address)
})

test('an operator can allow subnets', async (t) => {
  const isAllowed = addressPolicy(['10.1.0.0/16', 'fd00::/8'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1'])
    t.equal(isAllowed(address), true)
  for (const address of ['10.2.0.1', '127.0.0.1', 'fe80::1']) t.equal(isAllowed(address), false)
})

test('a URL is checked after parsing, however it is written', async (t) => {
  const isAllowed = addressPolicy([])
  for (const url of [
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://app.localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://user@crm.example/',
    'javascript:alert(1)',
    'https://crm.example:6379/',
    'https://crm.example:1023/',
  ])
    t.type(webhookUrlFault(url, isAllowed), 'string', url)
  for (const url of ['https://crm.example/a?b=c', 'http://crm.example:8080/', 'https://8.8.8.8/'])
    t.equal(webhookUrlFault(url, isAllowed), null, url)
})
