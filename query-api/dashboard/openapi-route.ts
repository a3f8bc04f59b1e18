import { documentRoute } from '../routing/document-route.ts'

export const dashboardOpenapiRoute = documentRoute(
  {
    operationId: 'getDashboardOpenapiDocument',
    url: '/dashboard-openapi.json',
    summary: 'Describe the routes of the dashboard in OpenAPI 3.1',
  },
  ({ dashboardOpenapi }) => dashboardOpenapi,
)
