/**
 * A self-signed certificate for TLS peers of tests, for localhost and 127.0.0.1, valid for a hundred years. Its key is
 * public, and only clients that a test configures trust it.
 */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGEHILgCnbnAvsgx
ov2iJxNc1oem4zwpd5YmihMC+1vA3EpoQs/gvinTzZSkh85St+xmj/sXwA8MEdGx
uko3QM6jTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
hwR/AAABMB0GA1UdDgQWBBSzC0S8ZQuE3o9XhxF2SyQt4CHaNzAKBggqhkjOPQQD
AgNIADBFAiAW1wLnWln2OvmmztgDYxFYAt7a2gT6/MXAhMB9IWnHJAIhAMYTSvEM
IQefHd4Cr3WD0B1eKT4tdPMBDjmdskyXKY+v
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+9IGt25U1twpE5xR
rB+Z0z15N8R19gwbvaZ3u8fpbPOhRANCAARhByC4Ap25wL7IMaL9oicTXNaHpuM8
KXeWJooTAvtbwNxKaELP4L4p082UpIfOUrfsZo/7F8APDBHRsbpKN0DO
-----END PRIVATE KEY-----`,
}
