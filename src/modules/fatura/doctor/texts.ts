import type { Language } from "../texts/shopper-texts"

type Text = { message: string; remedy?: string }
type Texts = Record<Language, Text>

const SECRETS = "openssl rand -base64 32"

/** What each finding means and what mends it. `{name}` is filled in. */
const TEXTS = {
  configuration_ok: { en: { message: "The plugin's options are in order." }, "pt-BR": { message: "As opções do plugin estão em ordem." } },
  config_not_read: {
    en: { message: "medusa-config could not be read: {why}", remedy: "Run this in the store's folder (in production in .medusa/server), with the environment of the store." },
    "pt-BR": { message: "medusa-config não pôde ser lido: {why}", remedy: "Execute na pasta da loja (em produção, em .medusa/server), com o ambiente da loja." },
  },
  option_fault: {
    en: { message: "{fault}", remedy: "Correct it in the options of medusa-payment-fatura in medusa-config, or in the FATURA_* variable." },
    "pt-BR": { message: "{fault}", remedy: "Corrija nas opções do medusa-payment-fatura no medusa-config ou na variável FATURA_*." },
  },
  database_ok: { en: { message: "The database answers." }, "pt-BR": { message: "O banco de dados responde." } },
  database_silent: {
    en: { message: "The database can't be asked: {why}", remedy: "Check DATABASE_URL (projectConfig.databaseUrl), and that PostgreSQL is up and reachable from here." },
    "pt-BR": { message: "O banco de dados não responde: {why}", remedy: "Confira DATABASE_URL (projectConfig.databaseUrl) e se o PostgreSQL está no ar e acessível daqui." },
  },
  migrations_ok: { en: { message: "All migrations of the plugin have run." }, "pt-BR": { message: "Todas as migrações do plugin foram executadas." } },
  migrations_missing: {
    en: { message: "Migrations have not run: {names}", remedy: "Run npx medusa db:migrate." },
    "pt-BR": { message: "Faltam migrações: {names}", remedy: "Execute npx medusa db:migrate." },
  },
  key_ok: { en: { message: "The encryption key opens what is stored." }, "pt-BR": { message: "A chave de criptografia abre o que está guardado." } },
  key_missing: {
    en: { message: "There is no encryption key: no payment method is offered.", remedy: `Make one with "${SECRETS}", set FATURA_ENCRYPTION_KEY in every process, and restart.` },
    "pt-BR": { message: "Falta a chave de criptografia: nenhum meio de pagamento é oferecido.", remedy: `Gere uma com "${SECRETS}", defina FATURA_ENCRYPTION_KEY em todos os processos e reinicie.` },
  },
  key_changed: {
    en: { message: "What is stored was sealed with another key.", remedy: "Put the earlier key back at the end of FATURA_ENCRYPTION_KEY (new,old), restart, and run npx medusa-payment-fatura rotate-keys." },
    "pt-BR": { message: "Os dados guardados foram cifrados com outra chave.", remedy: "Reponha a chave anterior no fim de FATURA_ENCRYPTION_KEY (nova,antiga), reinicie e execute npx medusa-payment-fatura rotate-keys." },
  },
  sealed_unbound: {
    en: { message: "{count} sealed values are in the form of an earlier version, which is bound to no row: who can write to the database could move them to another one.", remedy: "Run npx medusa-payment-fatura rotate-keys once, with FATURA_ENCRYPTION_KEY as it is; the store may run meanwhile." },
    "pt-BR": { message: "{count} valores estão cifrados no formato de uma versão anterior, que não é ligado a nenhuma linha: quem escreve no banco poderia movê-los para outra.", remedy: "Execute npx medusa-payment-fatura rotate-keys uma vez, com FATURA_ENCRYPTION_KEY como está; a loja pode continuar rodando." },
  },
  no_account: {
    en: { message: "There is no account of the gateway.", remedy: "Set FATURA_BASE_URL, FATURA_TOKEN and FATURA_SECRET_KEY, or add an account in Settings > Fatura." },
    "pt-BR": { message: "Não há conta do gateway.", remedy: "Defina FATURA_BASE_URL, FATURA_TOKEN e FATURA_SECRET_KEY, ou adicione uma conta em Configurações > Fatura." },
  },
  account_sealed: {
    en: { message: "The credentials of this account can't be opened.", remedy: "Put the key that sealed them back into FATURA_ENCRYPTION_KEY, or enter the credentials again in Settings > Fatura." },
    "pt-BR": { message: "As credenciais desta conta não podem ser abertas.", remedy: "Reponha em FATURA_ENCRYPTION_KEY a chave que as cifrou, ou informe as credenciais de novo em Configurações > Fatura." },
  },
  credentials_ok: { en: { message: "The gateway takes the credentials." }, "pt-BR": { message: "O gateway aceita as credenciais." } },
  credentials_refused: {
    en: { message: "The gateway refused the credentials.", remedy: "Copy token and secret key again from the gateway's panel, menu API > Credenciais; the secret can end in \"=\"." },
    "pt-BR": { message: "O gateway recusou as credenciais.", remedy: "Copie de novo o token e a chave secreta no painel do gateway, menu API > Credenciais; a chave pode terminar em \"=\"." },
  },
  scopes_missing: {
    en: { message: "The gateway did not grant these scopes: {scopes}", remedy: "Give the credential these scopes in the panel, or take them out of the option scopes. Newer names: invoice.read, invoice.update, invoice.refund; older: invoice.write." },
    "pt-BR": { message: "O gateway não concedeu estes escopos: {scopes}", remedy: "Dê estes escopos à credencial no painel, ou tire-os da opção scopes. Nomes novos: invoice.read, invoice.update, invoice.refund; antigo: invoice.write." },
  },
  scope_refused: {
    en: { message: "The credential lacks a permission that was asked for.", remedy: "Check the scopes of the credential in the panel, and the option scopes (FATURA_SCOPES)." },
    "pt-BR": { message: "A credencial não tem uma permissão pedida.", remedy: "Confira os escopos da credencial no painel e a opção scopes (FATURA_SCOPES)." },
  },
  gateway_blocks: {
    en: { message: "The gateway refuses this server (a block, or too many calls).", remedy: "Wait; if it goes on, have its support unblock this server's address, and look for anything else that polls it." },
    "pt-BR": { message: "O gateway está recusando este servidor (bloqueio ou excesso de chamadas).", remedy: "Espere; se continuar, peça ao suporte dele o desbloqueio deste endereço e procure o que mais o consulta." },
  },
  gateway_silent: {
    en: { message: "The gateway does not answer at {address}.", remedy: "Check FATURA_BASE_URL, and that this server can reach the internet (DNS, firewall, proxy)." },
    "pt-BR": { message: "O gateway não responde em {address}.", remedy: "Confira FATURA_BASE_URL e se este servidor acessa a internet (DNS, firewall, proxy)." },
  },
  no_gateway: {
    en: { message: "What answers at {address} is not the gateway.", remedy: "Check FATURA_BASE_URL: it must be the API's address, without /auth." },
    "pt-BR": { message: "Quem responde em {address} não é o gateway.", remedy: "Confira FATURA_BASE_URL: deve ser o endereço da API, sem /auth." },
  },
  token_invalid: {
    en: { message: "The gateway gave an access token and calls it invalid (GET /status).", remedy: "Make new credentials in the panel; if it stays so, ask the gateway's support." },
    "pt-BR": { message: "O gateway emitiu um token de acesso e o considera inválido (GET /status).", remedy: "Crie novas credenciais no painel; se continuar, fale com o suporte do gateway." },
  },
  environment_ok: { en: { message: "The account is in {environment}." }, "pt-BR": { message: "A conta é de {environment}." } },
  sandbox_in_production: {
    en: { message: "A SANDBOX account in production: it takes no orders.", remedy: "Use the credentials of the production account. For a trial only, set FATURA_ALLOW_SANDBOX=true." },
    "pt-BR": { message: "Conta SANDBOX em produção: ela não recebe pedidos.", remedy: "Use as credenciais da conta de produção. Só para testes, defina FATURA_ALLOW_SANDBOX=true." },
  },
  production_in_development: {
    en: { message: "A PRODUCTION account while NODE_ENV is not production: real money moves.", remedy: "Use SANDBOX credentials for development, or set NODE_ENV=production on the live server." },
    "pt-BR": { message: "Conta PRODUCTION com NODE_ENV diferente de production: dinheiro de verdade.", remedy: "Use credenciais SANDBOX em desenvolvimento, ou NODE_ENV=production no servidor da loja." },
  },
  environment_unknown: {
    en: { message: "The gateway does not say which environment this account is.", remedy: "Ask the gateway's support; until it is known, notices can't be asked for again." },
    "pt-BR": { message: "O gateway não informa o ambiente desta conta.", remedy: "Pergunte ao suporte do gateway; até lá, não é possível pedir o reenvio de notificações." },
  },
  clock_ok: { en: { message: "The clock agrees with the gateway's, {seconds} s apart." }, "pt-BR": { message: "O relógio concorda com o do gateway, {seconds} s de diferença." } },
  clock_wrong: {
    en: { message: "The clock is {seconds} s off the gateway's: due dates and expiries go wrong.", remedy: "Let the server's clock be set by NTP (timedatectl set-ntp true, or chrony)." },
    "pt-BR": { message: "O relógio difere {seconds} s do relógio do gateway: vencimentos ficam errados.", remedy: "Acerte o relógio do servidor por NTP (timedatectl set-ntp true, ou chrony)." },
  },
  clock_unknown: {
    en: { message: "The gateway's answers carry no time, so the clocks can't be compared.", remedy: "Make sure that the server's clock is set by NTP." },
    "pt-BR": { message: "As respostas do gateway não trazem a hora, então os relógios não podem ser comparados.", remedy: "Garanta que o relógio do servidor é acertado por NTP." },
  },
  address_ok: {
    en: { message: "{address} leads to this store. Whether a firewall lets the gateway through is known once its first notice came." },
    "pt-BR": { message: "{address} leva a esta loja. Se um firewall deixa o gateway passar, só se sabe com a primeira notificação dele." },
  },
  address_local: {
    en: { message: "{address} is of this machine: a gateway outside can't reach it.", remedy: "Set FATURA_BACKEND_URL to the public https address of the Medusa server (of the load balancer)." },
    "pt-BR": { message: "{address} é desta máquina: um gateway de fora não o alcança.", remedy: "Defina FATURA_BACKEND_URL com o endereço https público do servidor Medusa (do balanceador)." },
  },
  address_not_https: {
    en: { message: "{address} is not https: anybody between can read the notices.", remedy: "Put a certificate in front of Medusa, and https:// into FATURA_BACKEND_URL." },
    "pt-BR": { message: "{address} não é https: as notificações podem ser lidas no caminho.", remedy: "Coloque um certificado na frente do Medusa e https:// em FATURA_BACKEND_URL." },
  },
  address_unknown_host: {
    en: { message: "The name {host} does not exist.", remedy: "Correct FATURA_BACKEND_URL, or add the name to the DNS." },
    "pt-BR": { message: "O nome {host} não existe.", remedy: "Corrija FATURA_BACKEND_URL ou adicione o nome ao DNS." },
  },
  address_internal: {
    en: { message: "{host} leads into an internal network ({ip}).", remedy: "Set FATURA_BACKEND_URL to the address that the internet reaches." },
    "pt-BR": { message: "{host} leva a uma rede interna ({ip}).", remedy: "Defina FATURA_BACKEND_URL com o endereço acessível pela internet." },
  },
  address_no_answer: {
    en: { message: "Nothing answers at {address}.", remedy: "Start the store and run this again; if it runs, check FATURA_BACKEND_URL, DNS, certificate and proxy." },
    "pt-BR": { message: "Nada responde em {address}.", remedy: "Inicie a loja e execute de novo; se ela já roda, confira FATURA_BACKEND_URL, DNS, certificado e proxy." },
  },
  address_other_server: {
    en: { message: "What answers at {address} is not this store.", remedy: "Check FATURA_BACKEND_URL and the proxy: /hooks/fatura must lead to Medusa, and all processes must have the same FATURA_ENCRYPTION_KEY." },
    "pt-BR": { message: "Quem responde em {address} não é esta loja.", remedy: "Confira FATURA_BACKEND_URL e o proxy: /hooks/fatura deve levar ao Medusa, e todos os processos devem ter a mesma FATURA_ENCRYPTION_KEY." },
  },
  address_redirects: {
    en: { message: "{address} redirects, which the gateway may not follow.", remedy: "Put the final address into FATURA_BACKEND_URL." },
    "pt-BR": { message: "{address} redireciona, e o gateway pode não seguir.", remedy: "Use em FATURA_BACKEND_URL o endereço final." },
  },
  address_refused: {
    en: { message: "{address} refuses the test notice (HTTP {status}), as a firewall or bot protection does.", remedy: "Let POST to /hooks/fatura through, without challenge or login." },
    "pt-BR": { message: "{address} recusou a notificação de teste (HTTP {status}), como faz um firewall.", remedy: "Libere POST em /hooks/fatura, sem desafio nem login." },
  },
  proxies_not_set: {
    en: { message: "trustedProxies is not set. Of a connection from an internal network the last address in X-Forwarded-For is believed, which the shopper has written where no proxy of yours does (source NAT, a published port of a container): then no limit by address holds.", remedy: "Set trustedProxies (FATURA_TRUSTED_PROXIES) to how many proxies stand before Medusa, or to their networks; to 0 where none does." },
    "pt-BR": { message: "trustedProxies não está definido. Em conexões de uma rede interna vale o último endereço de X-Forwarded-For, que o próprio comprador escreve onde nenhum proxy seu o faz (NAT de origem, porta publicada de um contêiner): nesse caso nenhum limite por endereço vale.", remedy: "Defina trustedProxies (FATURA_TRUSTED_PROXIES) com a quantidade de proxies na frente do Medusa, ou com as redes deles; com 0 onde não há nenhum." },
  },
  addresses_ok: {
    en: { message: "Shoppers are told apart by their internet addresses ({customers} customers at {addresses})." },
    "pt-BR": { message: "Os compradores se distinguem pelos endereços de internet ({customers} clientes em {addresses})." },
  },
  addresses_too_few: {
    en: { message: "Too few purchases of the last week to say whether shoppers are told apart by their internet addresses." },
    "pt-BR": { message: "Há poucas compras na última semana para dizer se os compradores se distinguem pelos endereços de internet." },
  },
  addresses_shared: {
    en: { message: "{customers} customers of the last week are seen at {addresses} internet addresses: those of a proxy or of the storefront's server. Limits hold for all of them together.", remedy: "Set trustedProxies (FATURA_TRUSTED_PROXIES) to the networks of your CDN, balancer and storefront server, and let each of them send X-Forwarded-For." },
    "pt-BR": { message: "{customers} clientes da última semana aparecem em {addresses} endereços de internet: os de um proxy ou do servidor da vitrine. Os limites valem para todos juntos.", remedy: "Defina trustedProxies (FATURA_TRUSTED_PROXIES) com as redes da CDN, do balanceador e do servidor da vitrine, e faça cada um enviar X-Forwarded-For." },
  },
  addresses_not_believable: {
    en: { message: "The internet address of {unknown} of {purchases} purchases could not be told: what comes first is an internal address. Limits by address do not hold.", remedy: "Let the proxy send X-Forwarded-For and, where there is more than one, set trustedProxies (FATURA_TRUSTED_PROXIES) to how many there are, or to their networks." },
    "pt-BR": { message: "O endereço de internet de {unknown} de {purchases} compras não pôde ser identificado: o que chega é um endereço interno. Os limites por endereço não valem.", remedy: "Faça o proxy enviar X-Forwarded-For e, se houver mais de um, defina trustedProxies (FATURA_TRUSTED_PROXIES) com a quantidade ou com as redes deles." },
  },
  module_ok: { en: { message: "Plugin and payment provider are named in medusa-config." }, "pt-BR": { message: "O plugin e o provedor de pagamento estão no medusa-config." } },
  plugin_missing: {
    en: { message: "The plugin is not in medusa-config.", remedy: "Add { resolve: \"medusa-payment-fatura\", options: {} } to plugins." },
    "pt-BR": { message: "O plugin não está no medusa-config.", remedy: "Adicione { resolve: \"medusa-payment-fatura\", options: {} } em plugins." },
  },
  provider_missing: {
    en: { message: "The payment provider is not in medusa-config: nobody can pay.", remedy: "Add { resolve: \"medusa-payment-fatura/providers/fatura\", id: \"fatura\" } to the providers of @medusajs/medusa/payment." },
    "pt-BR": { message: "O provedor de pagamento não está no medusa-config: ninguém consegue pagar.", remedy: "Adicione { resolve: \"medusa-payment-fatura/providers/fatura\", id: \"fatura\" } nos providers de @medusajs/medusa/payment." },
  },
  provider_id_wrong: {
    en: { message: "The payment provider has the id \"{id}\".", remedy: "Its id must be \"fatura\", so that the providers are pp_pix_fatura, pp_boleto_fatura and pp_card_fatura." },
    "pt-BR": { message: "O provedor de pagamento tem o id \"{id}\".", remedy: "O id deve ser \"fatura\", para que os provedores sejam pp_pix_fatura, pp_boleto_fatura e pp_card_fatura." },
  },
  provider_not_started: {
    en: { message: "Medusa has not started with the payment provider yet.", remedy: "Start Medusa once with this configuration; it then enters the providers into its database." },
    "pt-BR": { message: "O Medusa ainda não iniciou com o provedor de pagamento.", remedy: "Inicie o Medusa uma vez com esta configuração; ele então registra os provedores." },
  },
  regions_ok: { en: { message: "Regions that offer it: {regions} ({providers})." }, "pt-BR": { message: "Regiões que o oferecem: {regions} ({providers})." } },
  regions_missing: {
    en: { message: "No region offers PIX, boleto or card of this plugin.", remedy: "In Settings > Regions, edit the region that sells in BRL and add pp_pix_fatura (and pp_boleto_fatura, pp_card_fatura)." },
    "pt-BR": { message: "Nenhuma região oferece PIX, boleto ou cartão deste plugin.", remedy: "Em Configurações > Regiões, edite a região em BRL e adicione pp_pix_fatura (e pp_boleto_fatura, pp_card_fatura)." },
  },
  region_not_brl: {
    en: { message: "The region {region} offers it but sells in {currency}; only BRL can be paid.", remedy: "Take the providers off this region, or give it the currency BRL." },
    "pt-BR": { message: "A região {region} o oferece, mas vende em {currency}; só BRL pode ser pago.", remedy: "Retire os provedores desta região ou mude a moeda dela para BRL." },
  },
  discounts_ok: { en: { message: "Discounts that carts get: {discounts}." }, "pt-BR": { message: "Descontos que os carrinhos recebem: {discounts}." } },
  discount_not_made: {
    en: { message: "The promotion {code} has not been made yet.", remedy: "It is made within a minute of the start, by the process that runs the jobs (MEDUSA_WORKER_MODE worker or shared)." },
    "pt-BR": { message: "A promoção {code} ainda não foi criada.", remedy: "Ela é criada em até um minuto depois do início, pelo processo que executa as tarefas (MEDUSA_WORKER_MODE worker ou shared)." },
  },
  discount_ended: {
    en: { message: "The promotion {code} was deleted or switched off: the discount is neither given nor announced.", remedy: "Give it again in Settings > Fatura > Checkout, or take methods.{method}.discount out of the options." },
    "pt-BR": { message: "A promoção {code} foi excluída ou desativada: o desconto não é dado nem anunciado.", remedy: "Volte a dá-lo em Configurações > Fatura > Checkout, ou retire methods.{method}.discount das opções." },
  },
  discount_not_now: {
    en: { message: "The promotion {code} is outside its campaign's dates, or used up: the discount is neither given nor announced.", remedy: "Change its campaign or limit in Promotions, or take methods.{method}.discount out of the options." },
    "pt-BR": { message: "A promoção {code} está fora das datas da campanha ou esgotada: o desconto não é dado nem anunciado.", remedy: "Mude a campanha ou o limite em Promoções, ou retire methods.{method}.discount das opções." },
  },
  discount_restricted: {
    en: { message: "The promotion {code} was changed: not every cart gets it, so it is not announced.", remedy: "Take the added conditions away in Promotions, or take methods.{method}.discount out of the options." },
    "pt-BR": { message: "A promoção {code} foi alterada: nem todo carrinho a recebe, e por isso não é anunciada.", remedy: "Retire as condições acrescentadas em Promoções, ou retire methods.{method}.discount das opções." },
  },
  discount_code_taken: {
    en: { message: "A promotion that is not the plugin's has the code {code}: the discount is neither given nor announced.", remedy: "Give that promotion another code in Promotions, and restart Medusa." },
    "pt-BR": { message: "Uma promoção que não é do plugin tem o código {code}: o desconto não é dado nem anunciado.", remedy: "Dê outro código a essa promoção em Promoções e reinicie o Medusa." },
  },
  processes_ok: { en: { message: "Events, workflows, locks and cache are shared by Redis." }, "pt-BR": { message: "Eventos, workflows, travas e cache são compartilhados pelo Redis." } },
  processes_single: {
    en: { message: "One process, as far as can be told. Before starting a second, put events, workflows, locks and cache into Redis." },
    "pt-BR": { message: "Um só processo, até onde se pode ver. Antes de iniciar outro, coloque eventos, workflows, travas e cache no Redis." },
  },
  redis_modules_missing: {
    en: { message: "Several processes, but not shared by Redis: {modules}", remedy: "Add these modules to medusa-config as the README shows under \"Several processes\", the same in every process." },
    "pt-BR": { message: "Vários processos, mas sem Redis em: {modules}", remedy: "Adicione estes módulos ao medusa-config como mostra o README em \"Several processes\", iguais em todos os processos." },
  },
  locking_ok: { en: { message: "Locks of crashed processes end by themselves." }, "pt-BR": { message: "Travas de processos que caíram terminam sozinhas." } },
  locking_postgres: {
    en: { message: "Locks are kept by locking-postgres, where Medusa never frees an expired one.", remedy: "Use @medusajs/medusa/locking-redis. Until then this plugin removes expired locks of carts with its methods only." },
    "pt-BR": { message: "As travas usam locking-postgres, em que o Medusa nunca libera uma trava vencida.", remedy: "Use @medusajs/medusa/locking-redis. Até lá, este plugin só remove travas vencidas de carrinhos com seus métodos." },
  },
  locks_expired: {
    en: { message: "{count} expired locks are stuck in the table locking: what they lock can't be used.", remedy: "Delete them (delete from locking where expiration < now()) and use @medusajs/medusa/locking-redis." },
    "pt-BR": { message: "{count} travas vencidas estão presas na tabela locking: o que travam não pode ser usado.", remedy: "Apague-as (delete from locking where expiration < now()) e use @medusajs/medusa/locking-redis." },
  },
  not_checked: {
    en: { message: "Could not be checked: {why}", remedy: "Mend what stands above first, then run this again." },
    "pt-BR": { message: "Não pôde ser verificado: {why}", remedy: "Corrija antes o que está acima e execute de novo." },
  },
} satisfies Record<string, Texts>

export type DoctorCode = keyof typeof TEXTS

/** Message and remedy of a finding in a language. */
export function doctorText(code: DoctorCode, language: Language, values: Record<string, string | number> = {}): { message: string; remedy: string | null } {
  const { message, remedy } = TEXTS[code][language] as Text
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  return { message: filled(message), remedy: remedy === undefined ? null : filled(remedy) }
}
