import type { Plan } from '@recado/domain/account/plan'

/**
 * The content of `demo.json`, which `npm start` keeps in its data folder while it runs: its addresses and credentials, for
 * scripts and first tries.
 */
export type DemoFile = {
  /** Of the API. */
  readonly base_url: string
  /** With the owner of the first account, once it has one. */
  readonly dashboard: { readonly url: string } & Partial<DemoUser>
  readonly accounts: readonly DemoAccount[]
  readonly hooks: {
    readonly whatsapp: {
      readonly url: string
      readonly app_secret: string
      readonly verify_token: string
    }
    /** The hook of every session; `{connection_id}` in it stands for the connection's id. */
    readonly waha: { readonly url: string; readonly hmac_key: string }
    /** `{account_id}` in it stands for the account's id; the secret is that of the first account. */
    readonly sales: { readonly url: string; readonly secret: string | undefined }
  }
  readonly operator: { readonly url: string; readonly token: string }
  /** Addresses of the single processes, by name. */
  readonly internal: Readonly<Record<string, string>>
  readonly simulators: { readonly graph: string; readonly waha: string }
  readonly servers: {
    readonly eventstore: string
    readonly postgres: string
    readonly vault: string
    readonly nats: string
  }
  /** Ids of the processes, by name. */
  readonly pids: Readonly<Record<string, number>>
}

export type DemoUser = { readonly email: string; readonly password: string }

export type DemoAccount = {
  readonly id: string
  readonly plan: Plan
  readonly api_key: string
  readonly read_only_key: string
  readonly connections: readonly DemoConnection[]
  /** Its owner, once it has one. */
  readonly dashboard?: DemoUser
}

export type DemoConnection = DemoNumber | DemoSession

/** An official number, as the simulated Graph API knows it. */
export type DemoNumber = {
  readonly id: string
  readonly type: 'official'
  readonly phone_number_digits: string
  readonly phone_number_id: string
  readonly waba_id: string
}

/** A number that is paired with the simulated gateway. */
export type DemoSession = {
  readonly id: string
  readonly type: 'freemium'
  readonly phone_number_digits: string
  readonly session: string
  readonly phone_number_id?: never
  readonly waba_id?: never
}
