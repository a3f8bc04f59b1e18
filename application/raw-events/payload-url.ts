/** The path, below the host of the API, at which a raw event is read whole. @param id its id in the log, or its uuid */
export function payloadUrl(id: number | string): string {
  return `/api/v1/webhook-events/${id}`
}
