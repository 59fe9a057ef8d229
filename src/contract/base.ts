/** Base path of the API on the server that also serves the web application. */
export const API_BASE = '/api'
