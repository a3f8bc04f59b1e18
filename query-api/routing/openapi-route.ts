import { documentRoute } from './document-route.ts'

export const openapiRoute = documentRoute(
  {
    operationId: 'getOpenapiDocument',
    url: '/openapi.json',
    summary: 'Describe the API in OpenAPI 3.1',
  },
  ({ openapi }) => openapi,
)
