import { leafOf, leafRecord } from '@recado/application/seal/leaf'
import { test } from 'tap'

const id = '3b0c2a52-0a5c-4a39-9d0e-3a1c1f6d3c11'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const METADATA = 'cad644e2181e1af651b6189d8aa83a615795dc6987049aeb0b524e4788097c97'

/** Leaves of trees that were sealed by the first version of this form: an audit computes them again for ever. */
const SEALED = [
  {
    fact: { id, stream: 'contact-1', type: 'ContactCreated', revision: 7n },
    ...{ data: '{"a":"ç"}', metadata: '{"kid":"k.1"}' },
    record: `{"id":"${id}","stream":"contact-1","type":"ContactCreated","revision":7,"data_sha256":"89c952417f340b267601a4f6244a2e66227addc7cab8eb8d052dc9efcddf9769","metadata_sha256":"${METADATA}"}`,
    leaf: '71ea27508378150c3defe54f15829d2314930df717d03bdee926f9329e26667d',
  },
  {
    // Of a journal, and copied from another log.
    fact: { id, stream: 'providerEvent-c.20261128', type: 'ContactCreated', revision: 7n },
    ...{ data: 'no json', metadata: '{"log_id":5,"kid":"k.1"}' },
    record: `{"id":"${id}","stream":"providerEvent-c.20261128","type":"ContactCreated","data_sha256":"5ad3040044b6d872316bf4312926c3b9eac7faf4eca2966e8ac41dfdf9c803f5","metadata_sha256":"${METADATA}"}`,
    leaf: '677497c0cd1cf6d2f19e91008ef4229979706a7069f6e8adfe2f0c3ca5a1f5ee',
  },
  {
    fact: { id, stream: 'contact-"\\\u0001é\u2028', type: 'Ünknown', revision: 7n },
    ...{ data: '', metadata: '' },
    record: `{"id":"${id}","stream":"contact-\\"\\\\\\u0001é\u2028","type":"Ünknown","revision":7,"data_sha256":"${EMPTY}","metadata_sha256":"${EMPTY}"}`,
    leaf: '92fd15bab4ec12670048167178f0cbe8f7656e4e784a4a1b80fcace0111b0e36',
  },
]

test('the leaves of facts are for ever what they were', (t) => {
  for (const { fact, data, metadata, record, leaf } of SEALED) {
    const stored = { data: Buffer.from(data), metadata: Buffer.from(metadata) }
    t.equal(leafRecord(fact, stored), record)
    t.equal(leafOf(fact, stored).toString('hex'), leaf)
  }
  t.end()
})
