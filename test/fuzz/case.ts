/** One call as data, so that it can be printed and repeated in another world. «» enclose names of values of the world. */
export type Case = {
  readonly door: 'api' | 'operator' | 'whatsapp' | 'waha' | 'sales'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The statuses documented for the route. */
  readonly statuses: readonly number[]
}
