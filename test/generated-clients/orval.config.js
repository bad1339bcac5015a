export default {
  inboard: {
    input: './generated/openapi.json',
    output: {
      client: 'fetch',
      mode: 'single',
      target: './generated/orval/client.ts',
      schemas: { path: './generated/orval/schemas', type: 'zod' },
      baseUrl: { getBaseUrlFromSpecification: true },
      // Answers are parsed by zod; what is no success is thrown, with the problem.
      override: {
        fetch: { runtimeValidation: true, forceSuccessResponse: true },
        // It makes no zod schemas of shared responses, only of what is in them.
        components: { responses: { suffix: 'Problem' } },
      },
    },
  },
}
