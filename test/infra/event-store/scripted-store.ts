import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'

type AppendStream = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>
type ReadStream = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>
type Script = {
  /** The release that it reports. */
  readonly version?: string
  /** How many appends are answered with DEADLINE_EXCEEDED before one succeeds. */
  readonly tooSlow?: number
  /** How far its clock is ahead, in ms. */
  readonly clockAheadMs?: number
  /** How many appends are refused for lack of permission before one succeeds. */
  readonly refused?: number
  /** Whether its answers to appends name no position. */
  readonly namesNoPosition?: boolean
  /** Whether every read fails inside the server. */
  readonly failsReads?: boolean
  /** How many subscriptions end at once because the consumer is too slow. */
  readonly impatient?: number
}

/** A call as received by the server. */
type SeenCall = { readonly name: string; readonly leader: boolean; readonly peer: string }

/** A server that stores nothing and answers as the script says; after `accept` it takes every append. */
export async function scriptedStore(script: Script) {
  const { version = '23.10.8', tooSlow = 0, refused = 0, impatient = 0, clockAheadMs = 0 } = script
  const { namesNoPosition = false, failsReads = false } = script
  const calls: SeenCall[] = []
  const server = new Server()
  const errors = [...Array(tooSlow).fill(timeout), ...Array(refused).fill(accessDenied)]
  let endsLeft = impatient
  const see = (name: string, call: Pick<ReadStream, 'metadata' | 'getPeer'>) =>
    calls.push({
      name,
      leader: call.metadata.get('requires-leader')[0] === 'true',
      peer: call.getPeer(),
    })
  server.addService(definition(featuresGrpc.ServerFeaturesService), {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<featuresPb.SupportedMethods>) =>
      answer(null, features(version)),
  })
  server.addService(definition(streamsGrpc.StreamsService), {
    batchAppend(call: AppendStream) {
      call.on('data', (request: streamsPb.BatchAppendReq) => {
        see('append', call)
        const deadline = request.getOptions()?.getDeadline()?.toDate().getTime() ?? Infinity
        const isOver = deadline <= Date.now() + clockAheadMs
        const answer = reply(request, isOver ? timeout : errors.shift())
        if (namesNoPosition) answer.getSuccess()?.clearPosition()
        call.write(answer)
      })
      call.on('end', () => call.end())
    },
    read(call: ReadStream) {
      const subscribes = call.request.getOptions()?.hasSubscription() ?? false
      see(subscribes ? 'subscribe' : 'read', call)
      if (!subscribes && failsReads)
        return call.emit('error', { code: status.UNKNOWN, details: FAILED })
      if (!subscribes) return call.end()
      if (endsLeft-- > 0) return call.emit('error', { code: status.ABORTED, details: TOO_SLOW })
      call.write(new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp()))
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  const url = `esdb://127.0.0.1:${port}?tls=false`
  const accept = () => void errors.splice(0)
  return { url, calls, accept, close: () => server.forceShutdown() }
}

const FAILED = 'Exception was thrown by handler.'

const TOO_SLOW =
  'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.'

/** The generated definitions are typed for an older version of the grpc package. */
function definition(service: object): Parameters<Server['addService']>[0] {
  return service as Parameters<Server['addService']>[0]
}

function features(version: string): featuresPb.SupportedMethods {
  const method = new featuresPb.SupportedMethod()
  method.setServiceName('event_store.client.streams.streams').setMethodName('batchappend')
  const methods = new featuresPb.SupportedMethods().setEventStoreServerVersion(version)
  return methods.setMethodsList([method])
}

function reply(
  request: streamsPb.BatchAppendReq,
  error?: () => statusPb.Status,
): streamsPb.BatchAppendResp {
  const answer = new streamsPb.BatchAppendResp().setCorrelationId(request.getCorrelationId())
  answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
  if (error !== undefined) return answer.setError(error())
  const position = new sharedPb.AllStreamPosition().setCommitPosition('100')
  const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision('0')
  return answer.setSuccess(success.setPosition(position.setPreparePosition('100')))
}

function timeout(): statusPb.Status {
  const details = new anyPb.Any()
  details.pack(new sharedPb.Timeout().serializeBinary(), 'event_store.client.Timeout')
  return new statusPb.Status().setCode(4).setMessage('Timeout').setDetails(details)
}

function accessDenied(): statusPb.Status {
  const details = new anyPb.Any()
  details.pack(new sharedPb.AccessDenied().serializeBinary(), 'event_store.client.AccessDenied')
  return new statusPb.Status().setCode(7).setMessage('AccessDenied').setDetails(details)
}
