import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'

type AppendStream = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>

/**
 * A server with a fault that no real store has: it answers every append twice, and once more without an append.
 * It stores nothing.
 */
export async function answersTwice(): Promise<{ port: number; close(): void }> {
  const server = new Server()
  server.addService(serviceOf(featuresGrpc.ServerFeaturesService), { getSupportedMethods })
  server.addService(serviceOf(streamsGrpc.StreamsService), { batchAppend })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { port, close: () => server.forceShutdown() }
}

/** The generated definitions are typed for an older version of the grpc package. */
function serviceOf(definition: object): Parameters<Server['addService']>[0] {
  return definition as Parameters<Server['addService']>[0] & UntypedServiceImplementation
}

function getSupportedMethods(_call: unknown, answer: sendUnaryData<featuresPb.SupportedMethods>) {
  const method = new featuresPb.SupportedMethod()
  method.setServiceName('event_store.client.streams.streams')
  method.setMethodName('batchappend')
  const methods = new featuresPb.SupportedMethods()
  methods.setMethodsList([method])
  answer(null, methods)
}

function batchAppend(call: AppendStream) {
  call.on('data', (request: streamsPb.BatchAppendReq) => {
    const answer = success(request.getCorrelationId()?.getString() ?? '')
    call.write(success('00000000-0000-4000-8000-000000000000'))
    call.write(answer)
    call.write(answer)
  })
  call.on('end', () => call.end())
}

function success(correlationId: string): streamsPb.BatchAppendResp {
  const position = new sharedPb.AllStreamPosition()
  position.setCommitPosition('100')
  position.setPreparePosition('100')
  const done = new streamsPb.BatchAppendResp.Success()
  done.setCurrentRevision('0')
  done.setPosition(position)
  const id = new sharedPb.UUID()
  id.setString(correlationId)
  const answer = new streamsPb.BatchAppendResp()
  answer.setCorrelationId(id)
  answer.setSuccess(done)
  return answer
}
