import type { EventStoreDBClient } from '@eventstore/db-client'
import { UsersClient } from '@eventstore/db-client/generated/users_grpc_pb.js'
import usersPb from '@eventstore/db-client/generated/users_pb.js'
import { type ServiceError, status } from '@grpc/grpc-js'
import { FROM_LEADER } from './from-leader.ts'
import { callArgumentsOf, grpcClientOf } from './grpc-client.ts'

export type StoreUser = { readonly groups: readonly string[]; readonly isDisabled: boolean }

type Answer<T> = (error: ServiceError | null, answer: T) => void

const DEADLINE_MS = 10_000

/** The user of that name; null when there is none. @throws the server's error */
export async function findUser(
  client: EventStoreDBClient,
  login: string,
): Promise<StoreUser | null> {
  const { users, metadata, options } = await usersOf(client)
  const asked = new usersPb.DetailsReq.Options().setLoginName(login)
  const answers = users.details(new usersPb.DetailsReq().setOptions(asked), metadata, options)
  try {
    for await (const answer of answers) {
      const details = (answer as usersPb.DetailsResp).getUserDetails()
      if (details) return { groups: details.getGroupsList(), isDisabled: details.getDisabled() }
    }
    return null
  } catch (error) {
    if ((error as ServiceError).code === status.NOT_FOUND) return null
    throw error
  }
}

/** Creates a user who is in no group. @throws the server's error */
export async function createUser(
  client: EventStoreDBClient,
  login: string,
  password: string,
): Promise<void> {
  const user = new usersPb.CreateReq.Options().setLoginName(login).setFullName(login)
  const request = new usersPb.CreateReq().setOptions(user.setPassword(password))
  const { users, metadata, options } = await usersOf(client)
  await answerOf<usersPb.CreateResp>((answer) => users.create(request, metadata, options, answer))
}

export async function resetPassword(
  client: EventStoreDBClient,
  login: string,
  password: string,
): Promise<void> {
  const user = new usersPb.ResetPasswordReq.Options().setLoginName(login)
  const request = new usersPb.ResetPasswordReq().setOptions(user.setNewPassword(password))
  const { users, metadata, options } = await usersOf(client)
  await answerOf<usersPb.ResetPasswordResp>((answer) =>
    users.resetPassword(request, metadata, options, answer),
  )
}

/** The client has no calls for users. */
async function usersOf(client: EventStoreDBClient) {
  const [metadata, options] = callArgumentsOf(client, { ...FROM_LEADER, deadline: DEADLINE_MS })
  return { users: await grpcClientOf(client, UsersClient, 'users'), metadata, options }
}

function answerOf<T>(ask: (answer: Answer<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}
