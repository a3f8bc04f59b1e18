import { randomUUID } from 'node:crypto'
import usersPb from '@eventstore/db-client/generated/users_pb.js'
import {
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import type { Expected } from '../log/decide-append.ts'
import type { Caller, Submit } from '../log/submit.ts'
import type { Reader } from '../storage/reader.ts'
import { accessDenied } from './access.ts'
import {
  ADMINISTRATORS,
  authenticate,
  type StoredUser,
  storedUser,
  userStream,
} from './authenticate.ts'
import { hashPassword } from './password.ts'
import { asRpcError, RpcError, unavailable } from './rpc-error.ts'

type Details = ServerWritableStream<usersPb.DetailsReq, usersPb.DetailsResp>

/** The handlers of the users service that an installation needs: create a user, show it, reset its password. */
export function usersHandlers(submit: Submit, reader: () => Reader) {
  const store = userWriter(submit)
  const asAdministrator = async ({ metadata }: Caller) => {
    if (!(await authenticate(reader(), metadata)).includes(ADMINISTRATORS)) throw accessDenied()
  }
  const requireUser = async (login: string) => {
    const user = await storedUser(reader(), login)
    if (user === null) throw new RpcError(status.NOT_FOUND, `User '${login}' is not found.`)
    return user
  }
  return {
    create: unary(asAdministrator, async (request: usersPb.CreateReq, caller) => {
      const given = { ...request.getOptions()?.toObject() }
      const { loginName = '', password = '', fullName = '', groupsList: groups = [] } = given
      const secret = await hashPassword(password)
      const user = { loginName, fullName, groups, disabled: false, ...secret }
      await store(user, '$UserCreated', 'no_stream', caller)
      return new usersPb.CreateResp()
    }),
    resetPassword: unary(asAdministrator, async (request: usersPb.ResetPasswordReq, caller) => {
      const { loginName = '', newPassword = '' } = request.getOptions()?.toObject() ?? {}
      const user = { ...(await requireUser(loginName)), ...(await hashPassword(newPassword)) }
      await store(user, '$UserUpdated', 'stream_exists', caller)
      return new usersPb.ResetPasswordResp()
    }),
    details: (call: Details): void => {
      const find = async () => {
        await asAdministrator(call)
        return requireUser(call.request.getOptions()?.getLoginName() ?? '')
      }
      void find().then(
        (user) => {
          call.write(new usersPb.DetailsResp().setUserDetails(detailsOf(user)))
          call.end()
        },
        (error) => call.emit('error', asRpcError(error)),
      )
    },
  }
}

function userWriter(submit: Submit) {
  return async (
    user: StoredUser,
    type: string,
    expected: Expected,
    caller: Caller,
  ): Promise<void> => {
    const data = Buffer.from(JSON.stringify(user))
    const event = { id: randomUUID(), type, json: true, data, meta: Buffer.alloc(0) }
    const to = { kind: 'append', stream: userStream(user.loginName), expected } as const
    const request = { ...to, events: [event], timeoutMs: Number.POSITIVE_INFINITY }
    const outcome = await submit(request, caller)
    if (outcome?.kind === 'wrong_version')
      throw new RpcError(status.ALREADY_EXISTS, 'User already exists.')
    if (outcome?.kind !== 'written') throw unavailable('The user was not stored; try again.')
  }
}

function unary<Request, Response>(
  first: (call: Caller) => Promise<void>,
  handle: (request: Request, caller: Caller) => Promise<Response>,
) {
  return (call: ServerUnaryCall<Request, Response>, answer: sendUnaryData<Response>): void => {
    const work = async () => {
      await first(call)
      return handle(call.request, call)
    }
    void work().then(
      (response) => answer(null, response),
      (error) => answer(asRpcError(error)),
    )
  }
}

function detailsOf({ loginName, fullName, groups, disabled }: StoredUser) {
  const details = new usersPb.DetailsResp.UserDetails().setLoginName(loginName)
  return details
    .setFullName(fullName)
    .setGroupsList([...groups])
    .setDisabled(disabled)
}
