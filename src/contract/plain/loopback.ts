/** True if the host of a URL is this machine, judged by its name, not by what it resolves to. */
export const isLoopbackHost = (host: string) =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
