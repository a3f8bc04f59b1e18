/** One call, as data: it can be printed, and made again in another world. Names in «» are that world's. */
export type Case = {
  readonly door: 'api' | 'operator' | 'whatsapp' | 'waha' | 'sales'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** What the route's document says that it answers. */
  readonly statuses: readonly number[]
}
