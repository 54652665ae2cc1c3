// A real OpenID Connect provider for the tests: npm's oidc-provider with its own sign-in and consent pages. Whatever name is
// typed in is let in; what else is known of people is below.
import { Provider } from "oidc-provider";

const [port, web, secret] = process.argv.slice(2);
const PEOPLE = {
  ana: { name: "Ana Lestari", groups: ["books"] },
  tono: { name: "Tono Wijaya", groups: [] },
  wati: { name: "Wati Kusuma", groups: ["ops"] },
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "fakturo",
      client_secret: secret,
      redirect_uris: [`${web}/account/callback`],
      post_logout_redirect_uris: [`${web}/account/signed-out`],
    },
  ],
  scopes: ["openid", "profile", "groups"],
  claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
  cookies: { keys: ["of tests"] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
});
provider.listen(Number(port), "127.0.0.1", () => console.log("listening"));
