import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { batchAppendHandler } from '@recado/embedded-store/protocol/batch-append'
import type { RpcError } from '@recado/embedded-store/protocol/rpc-error'
import { test } from 'tap'

test('a client that begins appends without end has its call ended, not our memory', async (t) => {
  const call = Object.assign(new EventEmitter(), { write: () => true, end: () => undefined })
  const faults: RpcError[] = []
  call.on('error', (error) => faults.push(error))
  const handle = batchAppendHandler(async () => null, null)
  handle(call as unknown as Parameters<typeof handle>[0])
  const begun = () => {
    const id = new sharedPb.UUID().setString(randomUUID())
    call.emit('data', new streamsPb.BatchAppendReq().setCorrelationId(id).setIsFinal(false))
  }
  for (let n = 0; n < 100; n++) begun()
  t.same(faults, [])
  for (let n = 0; n < 1_000; n++) begun()
  t.equal(faults[0]?.code, status.RESOURCE_EXHAUSTED)
  t.equal(faults.length, 1)
})
