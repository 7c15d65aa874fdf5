-- The whole schema of Deedbox 0.1.0. The tables and indexes between the two lines with === are drizzle-kit's: `npm run schema -w server`
-- writes them from src/db/tables. What drizzle-kit does not know stands before and after them, by hand.

-- Trigrams: the indexes behind every search by a part of a word.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Texts as searches compare them (ADR 13), the same on every database whatever its locale: contract/src/fold.ts in SQL.
-- Plain ASCII, nearly all of it, takes the short way.
CREATE FUNCTION deedbox_fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
  select case
    when pg_catalog.octet_length($1) = pg_catalog.length($1) then pg_catalog.lower($1 collate "C")
    else pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(pg_catalog.regexp_replace(pg_catalog.normalize($1, 'NFKD'), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+', '', 'g'),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞðøĐđĦħıŁłŊŒŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾ‐–—‘’“”ℲↃ−ⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
        'abcdefghijklmnopqrstuvwxyzædoþdoddhhillŋœttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿ---''''""ⅎↄ-ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$fold$;
--> statement-breakpoint
-- === Tables and indexes, by drizzle-kit
CREATE TABLE "address_attempts" (
	"network" text NOT NULL,
	"email" text NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	CONSTRAINT "address_attempts_network_email_pk" PRIMARY KEY("network","email")
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"email" text,
	"last_used_at" timestamp (3) with time zone,
	"linked_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"ip_address" text,
	"remembered_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"professional_type" text,
	"organization_id" uuid,
	"access_expires_at" timestamp (3) with time zone,
	"state" text DEFAULT '' NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_attempt" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_attempts_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"abn" text,
	"acn" text,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'AU' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"leaving_from" timestamp (3) with time zone,
	"leaving_reason" text,
	"leaving_by_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || coalesce(abn, '') || ' ' || city)) STORED NOT NULL,
	CONSTRAINT "organizations_name_unique" UNIQUE("name"),
	CONSTRAINT "organizations_abn_unique" UNIQUE("abn"),
	CONSTRAINT "organizations_acn_unique" UNIQUE("acn")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'guest' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"organization_id" uuid,
	"professional_type" text,
	"access_expires_at" timestamp (3) with time zone,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'AU' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"last_signed_in_at" timestamp (3) with time zone,
	"factor_grace_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sign_in_phone" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || email)) STORED NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_sign_in_phone_unique" UNIQUE("sign_in_phone"),
	CONSTRAINT "profiles_email_lower" CHECK ("profiles"."email" = lower(trim("profiles"."email")))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"kind" text DEFAULT 'web' NOT NULL,
	"methods" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"factor_at" timestamp (3) with time zone,
	"device_id" uuid,
	"name" text,
	"scopes" text[],
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"audience" jsonb NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_name" text NOT NULL,
	"recipients" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"actor_id" uuid,
	"actor_email" text,
	"actor_name" text,
	"document_id" uuid,
	"access_id" uuid,
	"subject_email" text,
	"notes" text,
	"details" jsonb,
	"ip" text,
	"user_agent" text,
	"request_id" text,
	"forgotten" jsonb
);
--> statement-breakpoint
CREATE TABLE "backup_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"copy" text,
	"outcome" text NOT NULL,
	"files" integer NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "backup_lock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" uuid NOT NULL,
	"process" uuid NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "backup_lock_only_one" CHECK ("backup_lock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"place" text NOT NULL,
	"copy" text,
	"outcome" text,
	"documents" integer,
	"bytes_copied" bigint,
	"bytes_total" bigint,
	"problem" text,
	"progress" jsonb,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "content_digests" (
	"path" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"copy" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"constraints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rows_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_sha256" text NOT NULL,
	"code_hash" text NOT NULL,
	"pages" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"capacity" text,
	"registration" text DEFAULT '' NOT NULL,
	"sighted_on" date,
	"original_id" uuid,
	"sighting_id" uuid,
	"checked" boolean DEFAULT true NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "copies_not_itself" CHECK ("copies"."document_id" <> "copies"."source_id"),
	CONSTRAINT "copies_certified" CHECK (num_nulls(capacity, sighted_on, original_id, sighting_id) = case when kind = 'certified' then 0 else 4 end),
	CONSTRAINT "copies_withdrawn" CHECK ((withdrawn_at is null) = (withdrawn_by is null))
);
--> statement-breakpoint
CREATE TABLE "custody_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"packet_id" uuid NOT NULL,
	"original_id" uuid,
	"movement_id" uuid,
	"document_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" uuid NOT NULL,
	CONSTRAINT "custody_papers_of_one" CHECK (num_nonnulls(original_id, movement_id) = 1),
	CONSTRAINT "custody_papers_kind" CHECK (kind in ('photograph', 'authority', 'receipt'))
);
--> statement-breakpoint
CREATE TABLE "movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"packet_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"holder_id" uuid,
	"place_id" uuid,
	"outside" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"expected_on" date,
	"condition" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	"original_id" uuid,
	"other_packet_id" uuid,
	"corrects" uuid,
	"why" text DEFAULT '' NOT NULL,
	"never" boolean DEFAULT false NOT NULL,
	CONSTRAINT "movements_kind" CHECK (kind in ('received', 'placed', 'handed', 'taken_over', 'out', 'in', 'sighted', 'sealed', 'original_added', 'original_moved')),
	CONSTRAINT "movements_corrected_why" CHECK ((corrects is null) = (why = ''))
);
--> statement-breakpoint
CREATE TABLE "originals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"packet_id" uuid NOT NULL,
	"document_id" uuid,
	"title" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"sha256" text,
	"pages" integer,
	"condition" text DEFAULT '' NOT NULL,
	"keep_staples" boolean DEFAULT false NOT NULL,
	"received_from" text NOT NULL,
	"received_on" date,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "originals_named" CHECK (title <> '' or document_id is not null),
	CONSTRAINT "originals_hashed" CHECK ((kind = 'electronic') = (sha256 is not null)),
	CONSTRAINT "originals_kind" CHECK (kind in ('paper', 'electronic'))
);
--> statement-breakpoint
CREATE TABLE "packets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "packets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seal" text DEFAULT '' NOT NULL,
	"matter_id" uuid NOT NULL,
	"standing_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold('P-' || lpad(number::text, 6, '0') || ' ' || seal)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"safe" text DEFAULT '' NOT NULL,
	"shelf" text DEFAULT '' NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_take_scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stock_take_id" uuid NOT NULL,
	"packet_id" uuid,
	"code" text DEFAULT '' NOT NULL,
	"place_id" uuid,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	CONSTRAINT "stock_take_scans_outcome" CHECK (outcome in ('found', 'wrong_place', 'not_expected', 'unknown', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "stock_takes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place_ids" uuid[] NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"begun_by" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid
);
--> statement-breakpoint
CREATE TABLE "document_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_id" uuid NOT NULL,
	"relation" text NOT NULL,
	"to_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" uuid NOT NULL,
	"added_by_name" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"removed_by" uuid,
	"removed_by_name" text,
	CONSTRAINT "document_links_two" CHECK ("document_links"."from_id" <> "document_links"."to_id")
);
--> statement-breakpoint
CREATE TABLE "document_signatories" (
	"document_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"name" text NOT NULL,
	"capacity" text NOT NULL,
	"witness" text NOT NULL,
	CONSTRAINT "document_signatories_document_id_place_pk" PRIMARY KEY("document_id","place")
);
--> statement-breakpoint
CREATE TABLE "document_versions" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" uuid NOT NULL,
	"added_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"key" text PRIMARY KEY NOT NULL,
	"words" text GENERATED ALWAYS AS (' ' || translate(key, '-/(&', '    ')) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid,
	"user_email" text NOT NULL,
	"user_name" text NOT NULL,
	"access_level" text DEFAULT 'download' NOT NULL,
	"granted_by" uuid NOT NULL,
	"granted_by_name" text NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"auto_revoke_date" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"notes" text,
	"client_name" text,
	"client_email" text,
	"matter_share_id" uuid,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(user_name || ' ' || user_email)) STORED NOT NULL,
	CONSTRAINT "document_access_email_lower" CHECK ("document_access"."user_email" = lower(trim("document_access"."user_email"))),
	CONSTRAINT "document_access_ends" CHECK ("document_access"."expires_at" is not null or "document_access"."auto_revoke_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"kind" text,
	"type" text DEFAULT 'other' NOT NULL,
	"client_name" text,
	"reference" text,
	"expiry_date" date,
	"executed_on" date,
	"executed_in" text,
	"signed_how" text,
	"status" text DEFAULT 'active' NOT NULL,
	"copy" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"file_name" text NOT NULL,
	"file_path" text NOT NULL,
	"file_size" bigint NOT NULL,
	"file_type" text NOT NULL,
	"sha256" text NOT NULL,
	"secure" boolean DEFAULT true NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"organization_id" uuid,
	"matter_id" uuid,
	"superseded" boolean DEFAULT false NOT NULL,
	"wrapped_key" "bytea",
	"master_key_id" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"kept_until" timestamp (3) with time zone,
	"content_removed_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold("title" || ' ' || coalesce("client_name", '') || ' ' || coalesce("reference", '') || ' ' || owner_name || ' ' || owner_email || ' ' || file_name)) STORED NOT NULL,
	CONSTRAINT "documents_file_path_unique" UNIQUE("file_path"),
	CONSTRAINT "documents_size" CHECK ("documents"."file_size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"user_email" text NOT NULL,
	"user_name" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(user_name || ' ' || user_email)) STORED NOT NULL,
	CONSTRAINT "recipients_user_email_user_name_pk" PRIMARY KEY("user_email","user_name")
);
--> statement-breakpoint
CREATE TABLE "date_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"document_kinds" text[] NOT NULL,
	"months" integer NOT NULL,
	"days" integer NOT NULL,
	"place" text,
	"month_day" text,
	"matter_kinds" text[] NOT NULL,
	"act" text NOT NULL,
	"source" text NOT NULL,
	"read_on" date,
	"certainty" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"note" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_date_people" (
	"due_date_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "due_date_people_due_date_id_user_id_pk" PRIMARY KEY("due_date_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "due_dates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"matter_id" uuid,
	"document_id" uuid,
	"identity_check_id" uuid,
	"rule_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"due_on" date,
	"first_on" date,
	"words" text DEFAULT '' NOT NULL,
	"clause" text DEFAULT '' NOT NULL,
	"repeats" text DEFAULT 'never' NOT NULL,
	"remind_days" integer[] NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(title || ' ' || clause)) STORED NOT NULL,
	CONSTRAINT "due_dates_of_something" CHECK (num_nonnulls(matter_id, document_id, identity_check_id) > 0),
	CONSTRAINT "due_dates_said" CHECK (due_on is not null or words <> ''),
	CONSTRAINT "due_dates_settled" CHECK ((status = 'open') = (settled_at is null))
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"user_id" uuid,
	"network" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	"answered_by_name" text,
	"note" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || email || ' ' || phone || ' ' || subject || ' ' || message)) STORED NOT NULL,
	CONSTRAINT "enquiries_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
CREATE TABLE "held_documents" (
	"hold_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "held_documents_hold_id_document_id_pk" PRIMARY KEY("hold_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"ends_on" date,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" uuid NOT NULL,
	"set_by_name" text NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"asked_by" uuid,
	"asked_by_name" text,
	"asked_why" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"ended_by_name" text
);
--> statement-breakpoint
CREATE TABLE "identity_check_people" (
	"check_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "identity_check_people_check_id_user_id_pk" PRIMARY KEY("check_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "identity_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"party_id" uuid NOT NULL,
	"checked_on" date NOT NULL,
	"how" text NOT NULL,
	"by" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"next_on" date,
	"note" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" uuid NOT NULL,
	"withdrawn" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_files" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"path" text NOT NULL,
	"sha256" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entitled_persons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"act" text NOT NULL,
	"source" text NOT NULL,
	"read_on" date,
	"certainty" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"note" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspection_documents" (
	"inspection_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "inspection_documents_inspection_id_document_id_pk" PRIMARY KEY("inspection_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "inspection_evidence" (
	"inspection_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "inspection_evidence_inspection_id_document_id_pk" PRIMARY KEY("inspection_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"deceased" text NOT NULL,
	"died_on" date,
	"ground_id" uuid NOT NULL,
	"message" text NOT NULL,
	"network" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_by_name" text,
	"refusal" text,
	"access_level" text,
	"expires_on" date,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "inspections_form_id_unique" UNIQUE("form_id"),
	CONSTRAINT "inspections_decided" CHECK ((decided_at is null) = (decided_by_name is null))
);
--> statement-breakpoint
CREATE TABLE "kept_secrets" (
	"purpose" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_escrows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"master_key_id" text NOT NULL,
	"mark" text NOT NULL,
	"parts" integer NOT NULL,
	"threshold" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"drilled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "master_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone,
	"to_rewrap" integer,
	"rewrapped" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"kms_blob" text
);
--> statement-breakpoint
CREATE TABLE "destruction_receipts" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"destruction_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"receipt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "destructions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"given_by" text NOT NULL,
	"given_on" date NOT NULL,
	"document_id" uuid,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_by_name" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	"confirmed_by_name" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"origin" text NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "log_checkpoints_origin_size_pk" PRIMARY KEY("origin","size")
);
--> statement-breakpoint
CREATE TABLE "log_checks" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"leaves" bigint NOT NULL,
	"problems" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"origin" text NOT NULL,
	"size" bigint NOT NULL,
	"line" text NOT NULL,
	"verifier_key" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_cosignatures_origin_size_line_pk" PRIMARY KEY("origin","size","line")
);
--> statement-breakpoint
CREATE TABLE "log_disclosures" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"disclosures" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_findings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"problem" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"origin" text NOT NULL,
	"index" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_leaves_origin_index_pk" PRIMARY KEY("origin","index")
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"origin" text NOT NULL,
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_origin_level_index_pk" PRIMARY KEY("origin","level","index")
);
--> statement-breakpoint
CREATE TABLE "log_origins" (
	"origin" text PRIMARY KEY NOT NULL,
	"verifier_key" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"frozen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "log_waiting" (
	"event_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_witnesses" (
	"verifier_key" text PRIMARY KEY NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"origin" text,
	"size" bigint,
	"cosigned_at" timestamp (3) with time zone,
	"is_here" boolean DEFAULT false NOT NULL,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "mail_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sender_id" uuid,
	"outside" boolean DEFAULT false NOT NULL,
	"announcement_id" uuid
);
--> statement-breakpoint
CREATE TABLE "mail_reports" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matter_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"problems" text DEFAULT '' NOT NULL,
	CONSTRAINT "matter_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "matter_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"overwrite" boolean NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "matter_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"begun_by" uuid NOT NULL,
	"begun_by_name" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matter_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"matter_id" uuid NOT NULL,
	"user_email" text NOT NULL,
	"access_level" text NOT NULL,
	"later" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"notes" text,
	"given_by" uuid NOT NULL,
	"given_by_name" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "matters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"abn" text DEFAULT '' NOT NULL,
	"acn" text DEFAULT '' NOT NULL,
	"governing_law" text,
	"status" text DEFAULT 'open' NOT NULL,
	"responsible_id" uuid,
	"organization_id" uuid,
	"notes" text DEFAULT '' NOT NULL,
	"run_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || reference || ' ' || abn || ' ' || acn)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_powers" (
	"grant_id" uuid PRIMARY KEY NOT NULL,
	"document_id" uuid NOT NULL,
	"party_id" uuid NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matter_roles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"matter_id" uuid NOT NULL,
	"party_id" uuid NOT NULL,
	"role" text NOT NULL,
	"nature" text,
	"from_day" date,
	"from_document" uuid,
	"from_clause" text DEFAULT '' NOT NULL,
	"from_by" uuid,
	"until_day" date,
	"until_document" uuid,
	"until_clause" text DEFAULT '' NOT NULL,
	"until_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	"corrects" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"never" boolean DEFAULT false NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parties" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"abn" text DEFAULT '' NOT NULL,
	"acn" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"born_on" date,
	"notes" text DEFAULT '' NOT NULL,
	"merged_into" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || abn || ' ' || acn || ' ' || email)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "party_deaths" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"party_id" uuid NOT NULL,
	"died_on" date NOT NULL,
	"document_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"corrects" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"never" boolean DEFAULT false NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"seen_by" uuid
);
--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "asking_evidence" (
	"asking_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "asking_evidence_asking_id_document_id_pk" PRIMARY KEY("asking_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "askings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"release_id" uuid NOT NULL,
	"nominee_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"message" text NOT NULL,
	"evidence_at" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	"agreed_by_name" text,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "nomination_documents" (
	"nomination_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "nomination_documents_nomination_id_document_id_pk" PRIMARY KEY("nomination_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "nominations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid,
	"matter_id" uuid,
	"owner_id" uuid,
	"whole" boolean DEFAULT false NOT NULL,
	"instruction_id" uuid,
	"on_behalf_of" text,
	"how" text NOT NULL,
	"quorum" integer,
	"wait_days" integer NOT NULL,
	"access_level" text NOT NULL,
	"lasts_days" integer,
	"lasts_until" date,
	"evidence" text NOT NULL,
	"needs_agreement" boolean NOT NULL,
	"absences" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by_name" text,
	CONSTRAINT "nominations_of_one" CHECK (num_nonnulls(document_id, matter_id) = 1),
	CONSTRAINT "nominations_owner" CHECK ((matter_id is null) = (owner_id is null)),
	CONSTRAINT "nominations_wait" CHECK (wait_days between 1 and 90),
	CONSTRAINT "nominations_last" CHECK (num_nonnulls(lasts_days, lasts_until) = 1),
	CONSTRAINT "nominations_quorum" CHECK ((how = 'quorum') = (quorum is not null))
);
--> statement-breakpoint
CREATE TABLE "nominees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"nomination_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"after_days" integer NOT NULL,
	"user_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "nominees_accepted" CHECK ((user_id is null) = (accepted_at is null))
);
--> statement-breakpoint
CREATE TABLE "released_documents" (
	"asking_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"access_level" text NOT NULL,
	"begins" timestamp (3) with time zone,
	"ends" timestamp (3) with time zone,
	"over_at" timestamp (3) with time zone,
	CONSTRAINT "released_documents_asking_id_document_id_pk" PRIMARY KEY("asking_id","document_id"),
	CONSTRAINT "released_documents_times" CHECK ((begins is null) = (ends is null) and (begins is null or begins < ends))
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"nomination_id" uuid NOT NULL,
	"rehearsal" boolean NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"begins" timestamp (3) with time zone,
	"ends" timestamp (3) with time zone,
	"over_at" timestamp (3) with time zone,
	"over_how" text,
	"over_by_name" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "releases_over" CHECK ((over_at is null) = (over_how is null))
);
--> statement-breakpoint
CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid,
	"document_name" text NOT NULL,
	"access_id" uuid,
	"requester_id" uuid NOT NULL,
	"requester_email" text NOT NULL,
	"requester_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"extension_type" text,
	"justification" text,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" uuid,
	"reviewed_by_name" text,
	"client_name" text,
	"client_email" text,
	"organization_id" uuid,
	"document_organization_id" uuid,
	"requested_access_level" text,
	"requested_expiry" timestamp (3) with time zone,
	"review_notes" text,
	"last_reminded_at" timestamp (3) with time zone,
	CONSTRAINT "access_requests_status" CHECK ("access_requests"."status" in ('pending', 'approved', 'denied', 'withdrawn', 'lapsed')),
	CONSTRAINT "access_requests_reviewed" CHECK (("access_requests"."status" in ('approved', 'denied')) = ("access_requests"."reviewed_by" is not null and "access_requests"."reviewed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "owner_contact_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"requester_email" text NOT NULL,
	"requester_user_id" uuid NOT NULL,
	"requester_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"owner_name" text,
	"message" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"claimed_by" uuid,
	"claimed_by_name" text,
	"claimed_at" timestamp (3) with time zone,
	"fulfilled_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"last_reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owner_contact_requests_status" CHECK ("owner_contact_requests"."status" in ('pending', 'claimed', 'fulfilled', 'withdrawn')),
	CONSTRAINT "owner_contact_requests_claimed" CHECK (("owner_contact_requests"."claimed_by" is null) = ("owner_contact_requests"."claimed_at" is null) and ("owner_contact_requests"."status" = 'withdrawn' or ("owner_contact_requests"."status" = 'pending') = ("owner_contact_requests"."claimed_by" is null))),
	CONSTRAINT "owner_contact_requests_fulfilled" CHECK (("owner_contact_requests"."status" = 'fulfilled') = ("owner_contact_requests"."fulfilled_at" is not null)),
	CONSTRAINT "owner_contact_requests_withdrawn" CHECK (("owner_contact_requests"."status" = 'withdrawn') = ("owner_contact_requests"."withdrawn_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"days_before" integer DEFAULT 30 NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_notices" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"about" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_notices_kind_subject_id_recipient_about_pk" PRIMARY KEY("kind","subject_id","recipient","about")
);
--> statement-breakpoint
CREATE TABLE "document_reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"outcome" text,
	"note" text,
	"day" date,
	"next_on" date,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_by_name" text,
	CONSTRAINT "document_reviews_decided" CHECK (num_nulls(outcome, next_on, decided_at, decided_by_name) in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "settings_only_one" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "backup_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"secret" text,
	"last_step" bigint,
	"phone" text,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[],
	"backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "factors_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity_domains" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"domain" text NOT NULL,
	"provider_id" uuid NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"client_secret" text,
	"sign_in_url" text DEFAULT '' NOT NULL,
	"certificates" text[] DEFAULT '{}' NOT NULL,
	"default_role" text DEFAULT 'guest' NOT NULL,
	"checks_second_factor" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"names" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" jsonb NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_assertions" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"document_id" uuid,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"store_marked_at" timestamp (3) with time zone,
	"sweep_refused_at" timestamp (3) with time zone,
	"sweep_reported_at" timestamp (3) with time zone,
	"sweep_files" integer
);
--> statement-breakpoint
CREATE TABLE "unrecorded_content" (
	"path" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	"known" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "health_now" (
	"check" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"bad_since" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "health_samples" (
	"check" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"ms" integer NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "health_samples_check_at_pk" PRIMARY KEY("check","at")
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ms" integer NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "take_outs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"organization_id" uuid,
	"evidence" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"documents" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"documents_done" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_sums" (
	"what" text NOT NULL,
	"organization_id" uuid,
	"type" text,
	"status" text,
	"expires" date NOT NULL,
	"day" date,
	"n" bigint NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_tallies" (
	"what" text NOT NULL,
	"organization_id" uuid,
	"type" text,
	"status" text,
	"expires" date NOT NULL,
	"day" date,
	"n" bigint NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"what" text NOT NULL,
	"day" date NOT NULL,
	"n" bigint NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_zone" (
	"time_zone" text PRIMARY KEY NOT NULL,
	"readings_before" date DEFAULT '-infinity' NOT NULL,
	"document_readings_before" date DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"key" uuid,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"details" jsonb NOT NULL,
	"matter_id" uuid,
	"version_of" uuid,
	"last_modified" bigint,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"wrapped_key" "bytea",
	"master_key_id" text NOT NULL,
	"holder" uuid,
	"finishing_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"document_id" uuid
);
--> statement-breakpoint
CREATE TABLE "document_words" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"hashes" bigint[] DEFAULT '{}' NOT NULL,
	"outcome" text NOT NULL,
	"reader" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_words_outcome" CHECK ("document_words"."outcome" in ('begun', 'read', 'partly', 'nothing', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "word_index" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" text NOT NULL,
	"reader" text DEFAULT '' NOT NULL,
	"walked_at" timestamp (3) with time zone,
	"walked_id" uuid,
	CONSTRAINT "word_index_one" CHECK ("word_index"."one")
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_profiles_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_sender_id_profiles_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_source_id_documents_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_made_by_profiles_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_sighting_id_movements_id_fk" FOREIGN KEY ("sighting_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_withdrawn_by_profiles_user_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_movement_id_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_papers" ADD CONSTRAINT "custody_papers_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_by_id_profiles_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_holder_id_profiles_user_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_other_packet_id_packets_id_fk" FOREIGN KEY ("other_packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_corrects_movements_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "originals" ADD CONSTRAINT "originals_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "originals" ADD CONSTRAINT "originals_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "originals" ADD CONSTRAINT "originals_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packets" ADD CONSTRAINT "packets_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packets" ADD CONSTRAINT "packets_standing_id_movements_id_fk" FOREIGN KEY ("standing_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_stock_take_id_stock_takes_id_fk" FOREIGN KEY ("stock_take_id") REFERENCES "public"."stock_takes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_packet_id_packets_id_fk" FOREIGN KEY ("packet_id") REFERENCES "public"."packets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_scans" ADD CONSTRAINT "stock_take_scans_by_id_profiles_user_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_takes" ADD CONSTRAINT "stock_takes_begun_by_profiles_user_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_takes" ADD CONSTRAINT "stock_takes_ended_by_profiles_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_from_id_documents_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_to_id_documents_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_removed_by_profiles_user_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_signatories" ADD CONSTRAINT "document_signatories_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_added_by_profiles_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_granted_by_profiles_user_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_access" ADD CONSTRAINT "document_access_matter_share_id_matter_shares_id_fk" FOREIGN KEY ("matter_share_id") REFERENCES "public"."matter_shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_date_people" ADD CONSTRAINT "due_date_people_due_date_id_due_dates_id_fk" FOREIGN KEY ("due_date_id") REFERENCES "public"."due_dates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_date_people" ADD CONSTRAINT "due_date_people_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_dates" ADD CONSTRAINT "due_dates_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_dates" ADD CONSTRAINT "due_dates_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_dates" ADD CONSTRAINT "due_dates_identity_check_id_identity_checks_id_fk" FOREIGN KEY ("identity_check_id") REFERENCES "public"."identity_checks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_dates" ADD CONSTRAINT "due_dates_rule_id_date_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."date_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_answered_by_profiles_user_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_hold_id_legal_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."legal_holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_set_by_profiles_user_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_asked_by_profiles_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_ended_by_profiles_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_check_people" ADD CONSTRAINT "identity_check_people_check_id_identity_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."identity_checks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_check_people" ADD CONSTRAINT "identity_check_people_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_party_id_parties_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_recorded_by_profiles_user_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_documents" ADD CONSTRAINT "inspection_documents_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_documents" ADD CONSTRAINT "inspection_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_evidence" ADD CONSTRAINT "inspection_evidence_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_evidence" ADD CONSTRAINT "inspection_evidence_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_ground_id_entitled_persons_id_fk" FOREIGN KEY ("ground_id") REFERENCES "public"."entitled_persons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_decided_by_profiles_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_escrows" ADD CONSTRAINT "key_escrows_made_by_profiles_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destruction_receipts" ADD CONSTRAINT "destruction_receipts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destruction_receipts" ADD CONSTRAINT "destruction_receipts_destruction_id_destructions_id_fk" FOREIGN KEY ("destruction_id") REFERENCES "public"."destructions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_asked_by_profiles_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_confirmed_by_profiles_user_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reports" ADD CONSTRAINT "mail_reports_sender_id_profiles_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_import_rows" ADD CONSTRAINT "matter_import_rows_import_id_matter_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."matter_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_imports" ADD CONSTRAINT "matter_imports_started_by_profiles_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_runs" ADD CONSTRAINT "matter_runs_begun_by_profiles_user_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_shares" ADD CONSTRAINT "matter_shares_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_shares" ADD CONSTRAINT "matter_shares_given_by_profiles_user_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matters" ADD CONSTRAINT "matters_responsible_id_profiles_user_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matters" ADD CONSTRAINT "matters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matters" ADD CONSTRAINT "matters_run_id_matter_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."matter_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_powers" ADD CONSTRAINT "grant_powers_grant_id_document_access_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."document_access"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_powers" ADD CONSTRAINT "grant_powers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_powers" ADD CONSTRAINT "grant_powers_party_id_parties_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_powers" ADD CONSTRAINT "grant_powers_set_by_profiles_user_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_party_id_parties_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_from_document_documents_id_fk" FOREIGN KEY ("from_document") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_from_by_parties_id_fk" FOREIGN KEY ("from_by") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_until_document_documents_id_fk" FOREIGN KEY ("until_document") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_until_by_parties_id_fk" FOREIGN KEY ("until_by") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_corrects_matter_roles_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."matter_roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_roles" ADD CONSTRAINT "matter_roles_recorded_by_profiles_user_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parties" ADD CONSTRAINT "parties_merged_into_parties_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_deaths" ADD CONSTRAINT "party_deaths_party_id_parties_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."parties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_deaths" ADD CONSTRAINT "party_deaths_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_deaths" ADD CONSTRAINT "party_deaths_corrects_party_deaths_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."party_deaths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_deaths" ADD CONSTRAINT "party_deaths_recorded_by_profiles_user_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_deaths" ADD CONSTRAINT "party_deaths_seen_by_profiles_user_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asking_evidence" ADD CONSTRAINT "asking_evidence_asking_id_askings_id_fk" FOREIGN KEY ("asking_id") REFERENCES "public"."askings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asking_evidence" ADD CONSTRAINT "asking_evidence_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "askings" ADD CONSTRAINT "askings_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "askings" ADD CONSTRAINT "askings_nominee_id_nominees_id_fk" FOREIGN KEY ("nominee_id") REFERENCES "public"."nominees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nomination_documents" ADD CONSTRAINT "nomination_documents_nomination_id_nominations_id_fk" FOREIGN KEY ("nomination_id") REFERENCES "public"."nominations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nomination_documents" ADD CONSTRAINT "nomination_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominations" ADD CONSTRAINT "nominations_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominations" ADD CONSTRAINT "nominations_matter_id_matters_id_fk" FOREIGN KEY ("matter_id") REFERENCES "public"."matters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominations" ADD CONSTRAINT "nominations_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominations" ADD CONSTRAINT "nominations_instruction_id_documents_id_fk" FOREIGN KEY ("instruction_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominations" ADD CONSTRAINT "nominations_created_by_profiles_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_nomination_id_nominations_id_fk" FOREIGN KEY ("nomination_id") REFERENCES "public"."nominations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_documents" ADD CONSTRAINT "released_documents_asking_id_askings_id_fk" FOREIGN KEY ("asking_id") REFERENCES "public"."askings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_documents" ADD CONSTRAINT "released_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_documents" ADD CONSTRAINT "released_documents_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_nomination_id_nominations_id_fk" FOREIGN KEY ("nomination_id") REFERENCES "public"."nominations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_access_id_document_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."document_access"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_requester_id_profiles_user_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_reviewed_by_profiles_user_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_requester_user_id_profiles_user_id_fk" FOREIGN KEY ("requester_user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_claimed_by_profiles_user_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_reviews" ADD CONSTRAINT "document_reviews_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_reviews" ADD CONSTRAINT "document_reviews_decided_by_profiles_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_domains" ADD CONSTRAINT "identity_domains_provider_id_identity_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_outs" ADD CONSTRAINT "take_outs_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_outs" ADD CONSTRAINT "take_outs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_words" ADD CONSTRAINT "document_words_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_attempts_failed" ON "address_attempts" USING btree ("network","failed_at");--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_of_person" ON "devices" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_open_of" ON "invitations" USING btree ("invited_by","created_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "organizations_newest" ON "organizations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "organizations_search" ON "organizations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "organizations_leaving" ON "organizations" USING btree ("leaving_from") WHERE leaving_from is not null;--> statement-breakpoint
CREATE INDEX "profiles_newest" ON "profiles" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "profiles_role" ON "profiles" USING btree ("role");--> statement-breakpoint
CREATE INDEX "profiles_organization" ON "profiles" USING btree ("organization_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "profiles_state" ON "profiles" USING btree ("state","user_id");--> statement-breakpoint
CREATE INDEX "profiles_by_name" ON "profiles" USING btree (lower(name),"user_id");--> statement-breakpoint
CREATE INDEX "profiles_by_last_sign_in" ON "profiles" USING btree (coalesce(last_signed_in_at, '1970-01-01 00:00:00+00'),"user_id");--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_seen" ON "sessions" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_to_send" ON "announcements" USING btree ("created_at","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "audit_events_by_time" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_event" ON "audit_events" USING btree ("event","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("actor_id","at","id") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "audit_events_by_subject" ON "audit_events" USING btree ("subject_email","at","id") WHERE subject_email is not null;--> statement-breakpoint
CREATE INDEX "audit_events_by_address" ON "audit_events" USING btree ("ip","at","id") WHERE ip is not null;--> statement-breakpoint
CREATE INDEX "audit_events_of_document" ON "audit_events" USING btree ("document_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_sign_ins" ON "audit_events" USING btree ("actor_id","id") WHERE event = 'signed_in';--> statement-breakpoint
CREATE INDEX "audit_events_failed_sign_ins" ON "audit_events" USING btree ("subject_email","id") WHERE event in ('sign_in_failed', 'sign_in_locked', 'factor_passed');--> statement-breakpoint
CREATE INDEX "audit_events_of_organization" ON "audit_events" USING btree ((details ->> 'organizationId'),"id") WHERE starts_with(event, 'organization_');--> statement-breakpoint
CREATE INDEX "audit_events_of_matter" ON "audit_events" USING btree ((details ->> 'matterId'),"id") WHERE starts_with(event, 'matter_');--> statement-breakpoint
CREATE INDEX "audit_events_revocations" ON "audit_events" USING btree ("access_id") WHERE event in ('revoked', 'access_removed');--> statement-breakpoint
CREATE INDEX "audit_events_readings" ON "audit_events" USING btree ("at") WHERE event in ('document_viewed', 'document_downloaded');--> statement-breakpoint
CREATE INDEX "audit_events_settings" ON "audit_events" USING btree ("id") WHERE event = 'setting_changed';--> statement-breakpoint
CREATE INDEX "audit_events_activity" ON "audit_events" USING btree ("at","id") WHERE event in ('document_uploaded', 'access_granted', 'revoked', 'renewed', 'extended');--> statement-breakpoint
CREATE INDEX "backup_checks_newest" ON "backup_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "backups_of_copy" ON "backups" USING btree ("copy");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_code" ON "copies" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_document" ON "copies" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "copies_of_source" ON "copies" USING btree ("source_id","made_at","id");--> statement-breakpoint
CREATE INDEX "custody_papers_of_packet" ON "custody_papers" USING btree ("packet_id","added_at","id");--> statement-breakpoint
CREATE INDEX "custody_papers_of_document" ON "custody_papers" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "movements_of_packet" ON "movements" USING btree ("packet_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "movements_corrected_once" ON "movements" USING btree ("corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "movements_expected" ON "movements" USING btree ("expected_on") WHERE expected_on is not null;--> statement-breakpoint
CREATE INDEX "movements_of_holder" ON "movements" USING btree ("holder_id") WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX "movements_of_place" ON "movements" USING btree ("place_id") WHERE place_id is not null;--> statement-breakpoint
CREATE INDEX "movements_of_original" ON "movements" USING btree ("original_id","at") WHERE original_id is not null;--> statement-breakpoint
CREATE INDEX "movements_of_other" ON "movements" USING btree ("other_packet_id") WHERE other_packet_id is not null;--> statement-breakpoint
CREATE INDEX "originals_of_packet" ON "originals" USING btree ("packet_id","added_at","id");--> statement-breakpoint
CREATE INDEX "originals_of_document" ON "originals" USING btree ("document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "packets_number" ON "packets" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "packets_standing" ON "packets" USING btree ("standing_id") WHERE standing_id is not null;--> statement-breakpoint
CREATE INDEX "packets_of_matter" ON "packets" USING btree ("matter_id","number");--> statement-breakpoint
CREATE INDEX "packets_search" ON "packets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "places_one" ON "places" USING btree (deedbox_fold(place),deedbox_fold(safe),deedbox_fold(shelf),deedbox_fold("position"));--> statement-breakpoint
CREATE UNIQUE INDEX "stock_take_scans_once" ON "stock_take_scans" USING btree ("stock_take_id","packet_id") WHERE packet_id is not null;--> statement-breakpoint
CREATE INDEX "stock_take_scans_newest" ON "stock_take_scans" USING btree ("stock_take_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_take_scans_of_packet" ON "stock_take_scans" USING btree ("packet_id") WHERE packet_id is not null;--> statement-breakpoint
CREATE INDEX "stock_takes_newest" ON "stock_takes" USING btree ("begun_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_one" ON "document_links" USING btree (least(from_id, to_id),greatest(from_id, to_id)) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "document_links_from" ON "document_links" USING btree ("from_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "document_links_to" ON "document_links" USING btree ("to_id") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_in_order" ON "document_versions" USING btree ("chain_id","number");--> statement-breakpoint
CREATE INDEX "clients_in_order" ON "clients" USING btree (key collate "C");--> statement-breakpoint
CREATE INDEX "clients_words" ON "clients" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "document_access_one_active" ON "document_access" USING btree ("document_id","user_email") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "document_access_of_reader" ON "document_access" USING btree ("user_email","document_id","status","expires_at","auto_revoke_date");--> statement-breakpoint
CREATE INDEX "document_access_to_filter" ON "document_access" USING btree ("document_id","user_email","status","expires_at","auto_revoke_date");--> statement-breakpoint
CREATE INDEX "document_access_by_time" ON "document_access" USING btree ("granted_at","id","document_id","status","expires_at","auto_revoke_date");--> statement-breakpoint
CREATE INDEX "document_access_by_end" ON "document_access" USING btree (least(expires_at, auto_revoke_date),"id");--> statement-breakpoint
CREATE INDEX "document_access_by_person" ON "document_access" USING btree (lower(user_name),"id");--> statement-breakpoint
CREATE INDEX "document_access_by_grantor" ON "document_access" USING btree (lower(coalesce(granted_by_name, '')),"id");--> statement-breakpoint
CREATE INDEX "document_access_of_status" ON "document_access" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "document_access_by_level" ON "document_access" USING btree ("access_level","id");--> statement-breakpoint
CREATE INDEX "document_access_of_matter_share" ON "document_access" USING btree ("matter_share_id") WHERE matter_share_id is not null;--> statement-breakpoint
CREATE INDEX "document_access_due" ON "document_access" USING btree (least(expires_at, auto_revoke_date),"expires_at","auto_revoke_date") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_any_title" ON "documents" USING btree (lower(title),"id");--> statement-breakpoint
CREATE INDEX "documents_by_expiry" ON "documents" USING btree (coalesce(expiry_date, 'infinity'::date),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_client" ON "documents" USING btree (lower(coalesce(client_name, '')),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_owner_name" ON "documents" USING btree (lower(owner_name),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_size" ON "documents" USING btree ("file_size","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_kind" ON "documents" USING btree (coalesce(kind, type),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_type" ON "documents" USING btree ("type","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_by_status" ON "documents" USING btree ("status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_organization" ON "documents" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_of_client" ON "documents" USING btree (left(deedbox_fold(client_name), 200),"created_at","id") WHERE deleted_at is null and client_name is not null;--> statement-breakpoint
CREATE INDEX "documents_in_no_matter" ON "documents" USING btree (left(deedbox_fold(client_name), 200) collate "C","created_at","id") WHERE deleted_at is null and client_name is not null and matter_id is null;--> statement-breakpoint
CREATE INDEX "documents_of_matter" ON "documents" USING btree ("matter_id","created_at","id") WHERE deleted_at is null and matter_id is not null;--> statement-breakpoint
CREATE INDEX "documents_of_kind" ON "documents" USING btree ("kind","created_at","id") WHERE deleted_at is null and kind is not null;--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documents_deleted" ON "documents" USING btree ("deleted_at","id") WHERE deleted_at is not null and content_removed_at is null;--> statement-breakpoint
CREATE INDEX "documents_erased" ON "documents" USING btree ("content_removed_at","id") WHERE content_removed_at is not null;--> statement-breakpoint
CREATE INDEX "documents_same" ON "documents" USING btree ("sha256") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "recipients_search" ON "recipients" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "recipients_email" ON "recipients" USING gin ("user_email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "due_date_people_of_person" ON "due_date_people" USING btree ("user_id","due_date_id");--> statement-breakpoint
CREATE INDEX "due_dates_by_day" ON "due_dates" USING btree (coalesce(due_on, 'infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "due_dates_open" ON "due_dates" USING btree ("due_on") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "due_dates_open_by_day" ON "due_dates" USING btree (coalesce(due_on, 'infinity'::date),"id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "due_dates_of_matter" ON "due_dates" USING btree ("matter_id","id") WHERE matter_id is not null;--> statement-breakpoint
CREATE INDEX "due_dates_of_document" ON "due_dates" USING btree ("document_id","id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "due_dates_of_check" ON "due_dates" USING btree ("identity_check_id") WHERE identity_check_id is not null;--> statement-breakpoint
CREATE INDEX "due_dates_search" ON "due_dates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_open" ON "enquiries" USING btree ("created_at","id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "enquiries_of_email" ON "enquiries" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "enquiries_of_network" ON "enquiries" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "enquiries_search" ON "enquiries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "held_documents_of_document" ON "held_documents" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "legal_holds_in_force" ON "legal_holds" USING btree ("kind","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "legal_holds_newest" ON "legal_holds" USING btree ("set_at","id");--> statement-breakpoint
CREATE INDEX "identity_checks_of_party" ON "identity_checks" USING btree ("party_id","recorded_at");--> statement-breakpoint
CREATE INDEX "imported_files_of_content" ON "imported_files" USING btree ("owner_id","sha256");--> statement-breakpoint
CREATE INDEX "inspections_newest" ON "inspections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_open" ON "inspections" USING btree ("created_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "inspections_of_email" ON "inspections" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "inspections_of_network" ON "inspections" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "key_escrows_newest" ON "key_escrows" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "destruction_receipts_of" ON "destruction_receipts" USING btree ("destruction_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "destructions_going_on" ON "destructions" USING btree ("organization_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "destructions_of_organization" ON "destructions" USING btree ("organization_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "log_findings_once" ON "log_findings" USING btree ("problem");--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_of_event" ON "log_leaves" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "log_origins_current" ON "log_origins" USING btree ((true)) WHERE frozen_at is null;--> statement-breakpoint
CREATE INDEX "mail_messages_newest" ON "mail_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_of_status" ON "mail_messages" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_outside" ON "mail_messages" USING btree ("sender_id","created_at") WHERE outside;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_announced_once" ON "mail_messages" USING btree ("announcement_id","recipient") WHERE announcement_id is not null;--> statement-breakpoint
CREATE INDEX "mail_messages_of_announcement" ON "mail_messages" USING btree ("announcement_id","status") WHERE announcement_id is not null;--> statement-breakpoint
CREATE INDEX "mail_reports_of_sender" ON "mail_reports" USING btree ("sender_id","recipient");--> statement-breakpoint
CREATE INDEX "matter_import_rows_waiting" ON "matter_import_rows" USING btree ("import_id","line") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "matter_imports_newest" ON "matter_imports" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "matter_imports_running" ON "matter_imports" USING btree ("started_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "matter_runs_newest" ON "matter_runs" USING btree ("begun_at","id");--> statement-breakpoint
CREATE INDEX "matter_shares_running" ON "matter_shares" USING btree ("matter_id","given_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "matter_shares_of_person" ON "matter_shares" USING btree ("user_email");--> statement-breakpoint
CREATE INDEX "matters_by_name" ON "matters" USING btree (lower(coalesce(name, '')),"id","name","search_text","organization_id");--> statement-breakpoint
CREATE INDEX "matters_by_reference" ON "matters" USING btree (lower(coalesce(reference, '')),"id");--> statement-breakpoint
CREATE INDEX "matters_newest" ON "matters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "matters_of_organization" ON "matters" USING btree ("organization_id","id") WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX "matters_of_responsible" ON "matters" USING btree ("responsible_id","id") WHERE responsible_id is not null;--> statement-breakpoint
CREATE INDEX "matters_of_run" ON "matters" USING btree ("run_id","id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "matters_search" ON "matters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "grant_powers_of_party" ON "grant_powers" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "grant_powers_by_power" ON "grant_powers" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "matter_roles_of_matter" ON "matter_roles" USING btree ("matter_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "matter_roles_of_party" ON "matter_roles" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "matter_roles_by_maker" ON "matter_roles" USING btree ("from_by") WHERE from_by is not null;--> statement-breakpoint
CREATE INDEX "matter_roles_by_instrument" ON "matter_roles" USING btree ("from_document") WHERE from_document is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "matter_roles_corrected_once" ON "matter_roles" USING btree ("corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "parties_by_name" ON "parties" USING btree (lower(coalesce(name, '')),"id");--> statement-breakpoint
CREATE INDEX "parties_of_acn" ON "parties" USING btree ("acn") WHERE acn <> '';--> statement-breakpoint
CREATE INDEX "parties_of_abn" ON "parties" USING btree ("abn") WHERE abn <> '';--> statement-breakpoint
CREATE INDEX "parties_merged" ON "parties" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "parties_search" ON "parties" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "party_deaths_of_party" ON "party_deaths" USING btree ("party_id","recorded_at");--> statement-breakpoint
CREATE INDEX "party_deaths_unseen" ON "party_deaths" USING btree ("recorded_at","id") WHERE seen_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "party_deaths_corrected_once" ON "party_deaths" USING btree ("corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "askings_once" ON "askings" USING btree ("release_id","nominee_id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "askings_of_nominee" ON "askings" USING btree ("nominee_id","asked_at");--> statement-breakpoint
CREATE INDEX "nominations_newest" ON "nominations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "nominations_of_document" ON "nominations" USING btree ("document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "nominations_of_matter" ON "nominations" USING btree ("matter_id") WHERE matter_id is not null;--> statement-breakpoint
CREATE INDEX "nominations_of_owner" ON "nominations" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "nominees_once" ON "nominees" USING btree ("nomination_id","email");--> statement-breakpoint
CREATE INDEX "nominees_of_email" ON "nominees" USING btree ("email") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "nominees_of_person" ON "nominees" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "released_documents_of_reader" ON "released_documents" USING btree ("user_id","document_id","begins","ends") WHERE over_at is null;--> statement-breakpoint
CREATE INDEX "released_documents_of_document" ON "released_documents" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "releases_of_nomination" ON "releases" USING btree ("nomination_id","begun_at");--> statement-breakpoint
CREATE INDEX "releases_running" ON "releases" USING btree ("begun_at","id") WHERE over_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_one_pending" ON "access_requests" USING btree ("document_id","requester_id") WHERE status = 'pending' and document_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_one_pending_name" ON "access_requests" USING btree (lower(document_name),"requester_id") WHERE status = 'pending' and document_id is null;--> statement-breakpoint
CREATE INDEX "access_requests_of_requester" ON "access_requests" USING btree ("requester_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_newest" ON "access_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_pending" ON "access_requests" USING btree ("created_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "access_requests_decided" ON "access_requests" USING btree ("reviewed_at") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "access_requests_of_organization" ON "access_requests" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_requests_of_document" ON "access_requests" USING btree ("document_id","created_at");--> statement-breakpoint
CREATE INDEX "access_requests_of_client" ON "access_requests" USING btree (left(deedbox_fold(client_name), 200),"created_at","id") WHERE client_name is not null;--> statement-breakpoint
CREATE INDEX "access_requests_of_documents_organization" ON "access_requests" USING btree ("document_organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_requester" ON "owner_contact_requests" USING btree ("requester_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_owner" ON "owner_contact_requests" USING btree ("owner_email","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_of_claimer" ON "owner_contact_requests" USING btree ("claimed_by","created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_newest" ON "owner_contact_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "owner_contact_requests_claimed_open" ON "owner_contact_requests" USING btree ("claimed_by","created_at","id") WHERE status = 'claimed';--> statement-breakpoint
CREATE INDEX "owner_contact_requests_unclaimed" ON "owner_contact_requests" USING btree ("created_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "document_reviews_waiting" ON "document_reviews" USING btree ("document_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "document_reviews_of_document" ON "document_reviews" USING btree ("document_id","decided_at");--> statement-breakpoint
CREATE INDEX "document_reviews_by_day" ON "document_reviews" USING btree ("due_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_codes_hash" ON "backup_codes" USING btree ("user_id","hash");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_domains_of_provider" ON "identity_domains" USING btree ("provider_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_domains_confirmed" ON "identity_domains" USING btree ("domain") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "identity_providers_organization" ON "identity_providers" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_only_one" ON "deployment" USING btree ((true));--> statement-breakpoint
CREATE INDEX "unrecorded_content_newest" ON "unrecorded_content" USING btree ("stored_at","path");--> statement-breakpoint
CREATE INDEX "unrecorded_content_moved" ON "unrecorded_content" USING btree ("moved_at");--> statement-breakpoint
CREATE INDEX "health_samples_by_age" ON "health_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "health_samples_problems" ON "health_samples" USING btree ("check","at") WHERE state in ('warning', 'bad');--> statement-breakpoint
CREATE INDEX "take_outs_of_person" ON "take_outs" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "take_outs_one_at_a_time" ON "take_outs" USING btree ("user_id") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "document_sums_by_expiry" ON "document_sums" USING btree ("what","expires");--> statement-breakpoint
CREATE INDEX "document_sums_to_fold" ON "document_sums" USING btree ("what") WHERE not folded;--> statement-breakpoint
CREATE INDEX "document_sums_of_organization" ON "document_sums" USING btree ("organization_id") WHERE what = 'organization';--> statement-breakpoint
CREATE INDEX "document_tallies_by_expiry" ON "document_tallies" USING btree ("what","expires");--> statement-breakpoint
CREATE INDEX "document_tallies_not_listed" ON "document_tallies" USING btree ("expires") WHERE what = 'document' and status not in ('active', 'pending');--> statement-breakpoint
CREATE INDEX "document_tallies_to_fold" ON "document_tallies" USING btree ("what") WHERE not folded;--> statement-breakpoint
CREATE INDEX "document_tallies_of_organization" ON "document_tallies" USING btree ("organization_id","expires") WHERE what = 'organization';--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("owner_id","key");--> statement-breakpoint
CREATE INDEX "uploads_changed" ON "uploads" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "document_words_hashes" ON "document_words" USING gin ("hashes");--> statement-breakpoint
CREATE INDEX "document_words_unreadable" ON "document_words" USING btree ("reader") WHERE outcome = 'unreadable' and hashes = '{}';--> statement-breakpoint
CREATE INDEX "document_words_begun" ON "document_words" USING btree ("read_at") WHERE outcome = 'begun';
--> statement-breakpoint
-- === End of tables and indexes
-- Unlogged: counting waits for no disk, and a count that a crash loses only begins again. The embedded database keeps it logged (ADR 3).
ALTER TABLE rate_counts SET UNLOGGED;
--> statement-breakpoint
-- Hashes do not compress.
ALTER TABLE document_words ALTER COLUMN hashes SET STORAGE EXTERNAL;
--> statement-breakpoint
-- How many documents a date or a client finds: the planner does not ask indexes of a part of the table.
CREATE STATISTICS documents_by_expiry_date ON (coalesce(expiry_date, 'infinity'::date)) FROM documents;
--> statement-breakpoint
CREATE STATISTICS documents_by_client_key ON (left(deedbox_fold(client_name), 200)) FROM documents;
--> statement-breakpoint
INSERT INTO settings DEFAULT VALUES;
--> statement-breakpoint
-- # Audit trail
-- The audit trail only ever grows: the database refuses every other change but one (audit_events_forget), whoever asks.
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
--> statement-breakpoint
-- # Legal holds (ADR 68)
-- The holds in force that cover a document: on itself, its client, its owner, its organisation, or on one of those that it had before.
CREATE FUNCTION holds_of_document(document uuid, client text, owner uuid, organization uuid)
RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT h.id FROM legal_holds h WHERE h.ended_at IS NULL AND (
    (h.kind = 'document' AND h.subject = document::text)
    OR (h.kind = 'client' AND h.subject = left(deedbox_fold(client), 200))
    OR (h.kind = 'person' AND h.subject = owner::text)
    OR (h.kind = 'organisation' AND h.subject = organization::text)
    OR EXISTS (SELECT FROM held_documents d WHERE d.hold_id = h.id AND d.document_id = document))
$$;
--> statement-breakpoint
-- A removal of what is held is refused here too, whoever forgets to ask (policy/holds.ts). The lock is the one that setting a hold takes.
CREATE FUNCTION documents_refuse_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
  IF EXISTS (SELECT FROM holds_of_document(OLD.id, OLD.client_name, OLD.owner_id, OLD.organization_id)) THEN
    RAISE EXCEPTION 'a legal hold keeps document %', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_held_update BEFORE UPDATE OF deleted_at, wrapped_key, sha256 ON documents FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) OR (OLD.wrapped_key IS NOT NULL AND NEW.wrapped_key IS NULL)
    OR OLD.sha256 <> NEW.sha256) EXECUTE FUNCTION documents_refuse_held();
--> statement-breakpoint
CREATE TRIGGER documents_held_delete BEFORE DELETE ON documents FOR EACH ROW EXECUTE FUNCTION documents_refuse_held();
--> statement-breakpoint
-- A document that is given to another client, owner or organisation stays under the holds of the former.
CREATE FUNCTION documents_stay_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
  INSERT INTO held_documents (hold_id, document_id)
    SELECT former, OLD.id FROM holds_of_document(OLD.id, OLD.client_name, OLD.owner_id, OLD.organization_id) AS former
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_stay_held AFTER UPDATE OF client_name, owner_id, organization_id ON documents FOR EACH ROW
  WHEN (OLD.client_name IS DISTINCT FROM NEW.client_name OR OLD.owner_id <> NEW.owner_id
    OR OLD.organization_id IS DISTINCT FROM NEW.organization_id) EXECUTE FUNCTION documents_stay_held();
--> statement-breakpoint
-- # Shares of matters (ADR 83)
-- The running shares by which a document belongs to people, as it is in its matter now: not those of its owner, nor of people who closed their
-- account or whose invitation was withdrawn. A deleted one awaits them: they give it once it is restored.
CREATE FUNCTION matter_shares_awaiting(document uuid) RETURNS SETOF matter_shares LANGUAGE sql STABLE AS $$
  SELECT s.* FROM documents d JOIN matter_shares s ON s.matter_id = d.matter_id
  WHERE d.id = document AND NOT d.superseded AND s.later AND s.ended_at IS NULL AND d.owner_email <> s.user_email
    AND (EXISTS (SELECT FROM profiles p WHERE p.email = s.user_email AND p.closed_at IS NULL)
      OR EXISTS (SELECT FROM invitations i WHERE i.email = s.user_email AND i.status = 'open'))
$$;
--> statement-breakpoint
CREATE FUNCTION matter_shares_of_document(document uuid) RETURNS SETOF matter_shares LANGUAGE sql STABLE AS $$
  SELECT s.* FROM matter_shares_awaiting(document) s WHERE EXISTS (SELECT FROM documents d WHERE d.id = document AND d.deleted_at IS NULL)
$$;
--> statement-breakpoint
-- A document that enters or leaves a matter is committed with the grants that the shares say, whoever puts it there (policy/matter-shares.ts).
CREATE FUNCTION documents_follow_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matter_shares_of_document(NEW.id) s WHERE NOT EXISTS
      (SELECT FROM document_access a WHERE a.document_id = NEW.id AND a.user_email = s.user_email AND a.status = 'active'))
    OR EXISTS (SELECT FROM document_access a JOIN matter_shares s ON s.id = a.matter_share_id JOIN documents d ON d.id = a.document_id
      WHERE a.document_id = NEW.id AND a.status = 'active' AND s.matter_id IS DISTINCT FROM d.matter_id) THEN
    RAISE EXCEPTION 'document % lacks what the shares of its matter say', NEW.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER documents_enter_matter AFTER INSERT ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.matter_id IS NOT NULL) EXECUTE FUNCTION documents_follow_shares();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER documents_change_matter AFTER UPDATE OF matter_id, deleted_at ON documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.matter_id IS DISTINCT FROM OLD.matter_id OR NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL)
  EXECUTE FUNCTION documents_follow_shares();
--> statement-breakpoint
-- # Versions of a document (ADR 84)
-- Whether a later version is there, whatever comes, goes to the recycle bin or back, or is taken apart. Whoever changes a chain holds its documents.
CREATE FUNCTION settle_versions(chain uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE documents d SET superseded = settled.superseded FROM (
    SELECT v.document_id AS id, EXISTS (SELECT FROM document_versions l JOIN documents n ON n.id = l.document_id
      WHERE l.chain_id = chain AND l.number > v.number AND n.deleted_at IS NULL) AS superseded
    FROM document_versions v WHERE v.chain_id = chain
  ) settled WHERE d.id = settled.id AND d.superseded <> settled.superseded
$$;
--> statement-breakpoint
CREATE FUNCTION documents_settle_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_versions(chain_id) FROM document_versions WHERE document_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_settle_versions AFTER UPDATE OF deleted_at ON documents FOR EACH ROW
  WHEN ((NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)) EXECUTE FUNCTION documents_settle_versions();
--> statement-breakpoint
CREATE FUNCTION document_versions_settle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM settle_versions(NEW.chain_id);
  ELSE
    UPDATE documents SET superseded = false WHERE id = OLD.document_id AND superseded;
    PERFORM settle_versions(OLD.chain_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_versions_settle AFTER INSERT OR DELETE ON document_versions FOR EACH ROW
  EXECUTE FUNCTION document_versions_settle();
--> statement-breakpoint
-- # Transparency log (ADR 60)
-- An event waits for its leaf from the transaction that records it. The trail refuses UPDATE, so the leaf cannot stand there.
CREATE FUNCTION audit_events_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log_waiting SELECT id FROM new_rows;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_wait AFTER INSERT ON audit_events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_events_wait();
--> statement-breakpoint
CREATE FUNCTION log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER log_leaves_append_only BEFORE UPDATE OR DELETE ON log_leaves FOR EACH ROW EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
CREATE TRIGGER log_leaves_never_truncated BEFORE TRUNCATE ON log_leaves FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE ON log_nodes FOR EACH ROW EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
CREATE TRIGGER log_nodes_never_truncated BEFORE TRUNCATE ON log_nodes FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
CREATE TRIGGER log_checkpoints_never_truncated BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION log_refuse();
--> statement-breakpoint
-- # Custody register (ADR 80)
-- Entries are only added, each later than the one before it; packets, originals and their papers are never deleted.
CREATE FUNCTION custody_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the custody register only grows' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE FUNCTION movements_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before record;
BEGIN
  SELECT number, at INTO before FROM movements WHERE packet_id = NEW.packet_id ORDER BY number DESC LIMIT 1;
  IF NEW.number <> coalesce(before.number, 0) + 1 OR NEW.at < before.at THEN
    RAISE EXCEPTION 'an entry of the custody register follows the one before it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.corrects IS NOT NULL AND NOT EXISTS (SELECT FROM movements WHERE id = NEW.corrects AND packet_id = NEW.packet_id) THEN
    RAISE EXCEPTION 'an entry corrects one of its packet' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER movements_in_order BEFORE INSERT ON movements FOR EACH ROW EXECUTE FUNCTION movements_in_order();
--> statement-breakpoint
CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE ON movements FOR EACH ROW EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER movements_never_truncated BEFORE TRUNCATE ON movements FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER packets_never_deleted BEFORE DELETE ON packets FOR EACH ROW EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER packets_keep_number BEFORE UPDATE ON packets FOR EACH ROW
  WHEN (OLD.number <> NEW.number OR OLD.matter_id <> NEW.matter_id OR NEW.standing_id IS NULL) EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER packets_never_truncated BEFORE TRUNCATE ON packets FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER originals_never_deleted BEFORE DELETE ON originals FOR EACH ROW EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER originals_never_truncated BEFORE TRUNCATE ON originals FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER custody_papers_append_only BEFORE UPDATE OR DELETE ON custody_papers FOR EACH ROW EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
CREATE TRIGGER custody_papers_never_truncated BEFORE TRUNCATE ON custody_papers FOR EACH STATEMENT EXECUTE FUNCTION custody_refuse();
--> statement-breakpoint
-- # What is forgotten (ADR 69)
-- Events that a legal hold in force covers, of these: what happened to a document, a person, an organisation or its members, or names one or a client.
CREATE FUNCTION held_events(ids bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  WITH holds AS (SELECT kind, subject FROM legal_holds WHERE ended_at IS NULL),
  members AS (
    SELECT p.user_id AS id, p.email FROM holds h JOIN profiles p
      ON (h.kind = 'person' AND p.user_id::text = h.subject) OR (h.kind = 'organisation' AND p.organization_id::text = h.subject)
    UNION
    SELECT p.user_id AS id, p.email FROM holds h JOIN audit_events r
      ON h.kind = 'organisation' AND r.event = 'role_changed' AND r.details #>> '{from,organizationId}' = h.subject
      JOIN profiles p ON p.email = r.subject_email),
  emails AS (
    SELECT email FROM members
    UNION
    SELECT c.details ->> 'from' FROM audit_events c JOIN members m ON c.actor_id = m.id WHERE c.event = 'email_changed')
  SELECT e.id FROM audit_events e LEFT JOIN documents d ON d.id = e.document_id
  WHERE e.id = ANY (ids) AND EXISTS (SELECT FROM holds) AND (
    EXISTS (SELECT FROM holds_of_document(d.id, d.client_name, d.owner_id, d.organization_id))
    OR e.actor_id IN (SELECT id FROM members)
    OR e.subject_email IN (SELECT email FROM emails)
    OR EXISTS (SELECT FROM emails WHERE position(email IN concat_ws(' ', e.notes, e.details::text)) > 0)
    OR EXISTS (SELECT FROM holds h WHERE h.kind <> 'client' AND position(h.subject IN e.details::text) > 0)
    OR EXISTS (SELECT FROM holds h WHERE h.kind = 'client'
      AND position(h.subject IN replace(deedbox_fold(concat_ws(' ', e.notes, e.details::text)), '\"', '"')) > 0))
$$;
--> statement-breakpoint
-- The one change of the audit trail: names and texts of an event go when it is older than the years that records are kept (ADR 69), but not
-- before it is sealed, nor while a hold covers it. Only the function below says that it forgets.
CREATE FUNCTION audit_events_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('holds', 0));
  IF current_setting('deedbox.forgets', true) IS DISTINCT FROM 'on'
    OR OLD.forgotten IS NOT NULL OR coalesce((NEW.forgotten ->> 'years')::int, 0) < 7
    OR OLD.at >= now() - make_interval(years => (NEW.forgotten ->> 'years')::int)
    OR (NEW.id, NEW.at, NEW.event, NEW.document_id, NEW.access_id) IS DISTINCT FROM (OLD.id, OLD.at, OLD.event, OLD.document_id, OLD.access_id)
    OR num_nonnulls(NEW.actor_id, NEW.actor_email, NEW.actor_name, NEW.subject_email, NEW.notes, NEW.ip, NEW.user_agent, NEW.request_id) > 0
    OR EXISTS (SELECT FROM jsonb_each(NEW.details) kept WHERE OLD.details -> kept.key IS DISTINCT FROM kept.value)
    OR EXISTS (SELECT FROM log_waiting WHERE event_id = OLD.id)
    OR EXISTS (SELECT FROM held_events(ARRAY[OLD.id]))
  THEN
    RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What a leaf only commits to goes with the event's names and texts, and in no other way.
CREATE FUNCTION log_disclosures_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('deedbox.forgets', true) = 'on' THEN
    IF NEW.event_id = OLD.event_id AND NEW.disclosures <@ OLD.disclosures THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
-- Forgets the names and texts of these events: what stays of their details, the fields that go, and the disclosures that stay. The server's role
-- may not change the trail, so the function runs as its owner; the triggers decide.
CREATE FUNCTION forget_events(years int, events jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('deedbox.forgets', 'on', true);
  UPDATE audit_events e SET actor_id = NULL, actor_email = NULL, actor_name = NULL, subject_email = NULL, notes = NULL, ip = NULL,
      user_agent = NULL, request_id = NULL, details = f.details, forgotten = jsonb_build_object('years', years, 'fields', f.fields)
    FROM jsonb_to_recordset(events) AS f (id bigint, details jsonb, fields jsonb) WHERE e.id = f.id;
  UPDATE log_disclosures d SET disclosures = ARRAY(SELECT jsonb_array_elements_text(f.disclosures))
    FROM jsonb_to_recordset(events) AS f (id bigint, disclosures jsonb) WHERE d.event_id = f.id;
  PERFORM set_config('deedbox.forgets', '', true);
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_forget BEFORE UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_forget();
--> statement-breakpoint
CREATE TRIGGER log_disclosures_forget BEFORE UPDATE OR DELETE ON log_disclosures FOR EACH ROW EXECUTE FUNCTION log_disclosures_forget();
--> statement-breakpoint
CREATE TRIGGER log_disclosures_never_truncated BEFORE TRUNCATE ON log_disclosures FOR EACH STATEMENT EXECUTE FUNCTION log_disclosures_forget();
--> statement-breakpoint
-- Section 3 of the specification: share activity, read from the one audit table.
CREATE VIEW share_activity AS
  SELECT id, document_id, subject_email AS shared_with, actor_email AS shared_by, at AS shared_at, event AS action, notes
  FROM audit_events
  WHERE event IN ('document_uploaded', 'access_granted', 'revoked', 'renewed', 'extended');
--> statement-breakpoint
-- # Live pages
-- Every change is audited: what is committed there is announced to all servers, which tell the pages that are open.
CREATE FUNCTION audit_events_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deedbox_live', json_build_object('event', NEW.event, 'subject', left(NEW.subject_email, 320),
    'actor', NEW.actor_id, 'document', NEW.document_id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Readings and failed attempts change nothing that a page shows, and somebody waits for them. A sign-in is a session more on a profile.
CREATE TRIGGER audit_events_announce AFTER INSERT ON audit_events FOR EACH ROW
  WHEN (NEW.event NOT IN ('document_viewed', 'document_searched', 'document_downloaded', 'owner_request_viewed',
    'verification_code_sent', 'sign_in_failed', 'sign_in_locked', 'password_reset_requested'))
  EXECUTE FUNCTION audit_events_announce();
--> statement-breakpoint
-- A mail that was sent, or is to be sent again, has no audit event of its own.
CREATE FUNCTION mail_messages_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('deedbox_live', '{"event":"mail_status_changed"}');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER mail_messages_announce AFTER UPDATE OF status ON mail_messages FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION mail_messages_announce();
--> statement-breakpoint
-- # Tallies
-- What dashboards show of everything is counted as it changes (ADR 6): counting 500,000 grants takes too long to do it each time.
-- A change adds a row, so that writers never wait for each other; a job folds the rows. Days are those of one time zone.
INSERT INTO tally_zone VALUES ('UTC');
--> statement-breakpoint
CREATE FUNCTION tally_day(instant timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (instant AT TIME ZONE (SELECT time_zone FROM tally_zone))::date
$$;
--> statement-breakpoint
CREATE FUNCTION tally_month(instant timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', instant AT TIME ZONE (SELECT time_zone FROM tally_zone))::date
$$;
--> statement-breakpoint
-- What happened to the grants and readings of documents whose type, status or expiry date was corrected moves with them.
-- The locks wait for whoever is changing their grants, so that none is counted under the former and the new value.
CREATE FUNCTION move_document_tallies(moved uuid[], former jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM documents WHERE id = ANY (moved) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM document_access WHERE document_id = ANY (moved) AND status = 'active' ORDER BY id FOR SHARE;
  PERFORM 1 FROM tally_zone FOR SHARE;
  INSERT INTO document_tallies (what, type, status, expires, day, n)
    SELECT what, type, status, expires, day, sum(n * sign) FROM (
      SELECT document_id, 'grant' AS what, tally_month(least(expires_at, auto_revoke_date)) AS day, count(*) AS n
        FROM document_access WHERE document_id = ANY (moved) AND status = 'active' GROUP BY 1, 3
      UNION ALL
      SELECT document_id, CASE event WHEN 'document_viewed' THEN 'viewed' ELSE 'downloaded' END, (at AT TIME ZONE time_zone)::date, count(*)
        FROM audit_events, tally_zone WHERE document_id = ANY (moved)
          AND event IN ('document_viewed', 'document_downloaded') AND details -> 'page' IS NULL
          AND at < document_readings_before::timestamp AT TIME ZONE time_zone
          AND at >= (document_readings_before - 32)::timestamp AT TIME ZONE time_zone GROUP BY 1, 2, 3
    ) counted JOIN (
      SELECT id, type, status, coalesce(expiry_date, 'infinity') AS expires, 1 AS sign FROM documents WHERE id = ANY (moved)
      UNION ALL
      SELECT id, type, status, expires, -1 FROM jsonb_to_recordset(former) f (id uuid, type text, status text, expires date)
    ) signed ON signed.id = document_id
    GROUP BY what, type, status, expires, day HAVING sum(n * sign) <> 0;
END
$$;
--> statement-breakpoint
-- Lists leave out documents of which there is a later version (ADR 84), so they are tallied apart.
CREATE FUNCTION tally_status(status text, superseded boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT status || CASE WHEN superseded THEN ' earlier' ELSE '' END
$$;
--> statement-breakpoint
-- Documents: all of them, by type, status and expiry date (ADR 56), and those of each organisation by status.
CREATE FUNCTION tally_documents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid[];
  former jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
      FROM new_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -count(*), -sum(file_size)
      FROM old_rows WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  ELSE
    INSERT INTO tallies SELECT 'document', day, sum(n), sum(bytes) FROM (
        SELECT coalesce(expiry_date, 'infinity') AS day, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY day HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, type, status, expires, n, bytes)
      SELECT 'document', type, status, expires, sum(n), sum(bytes) FROM (
        SELECT type, tally_status(status, superseded) AS status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows WHERE deleted_at IS NULL
        UNION ALL
        SELECT type, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows WHERE deleted_at IS NULL
      ) changes GROUP BY type, status, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
      SELECT 'organization', organization_id, status, expires, sum(n), sum(bytes) FROM (
        SELECT organization_id, tally_status(status, superseded) AS status, coalesce(expiry_date, 'infinity') AS expires, 1 AS n, file_size AS bytes FROM new_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
        UNION ALL
        SELECT organization_id, tally_status(status, superseded), coalesce(expiry_date, 'infinity'), -1, -file_size FROM old_rows
          WHERE deleted_at IS NULL AND organization_id IS NOT NULL
      ) changes GROUP BY organization_id, status, expires HAVING sum(n) <> 0 OR sum(bytes) <> 0;
    SELECT array_agg(o.id), jsonb_agg(jsonb_build_object(
        'id', o.id, 'type', o.type, 'status', o.status, 'expires', coalesce(o.expiry_date, 'infinity')))
      INTO moved, former FROM old_rows o JOIN new_rows n USING (id)
      WHERE (o.type, o.status, o.expiry_date) IS DISTINCT FROM (n.type, n.status, n.expiry_date);
    IF moved IS NOT NULL THEN
      PERFORM move_document_tallies(moved, former);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_tallied_insert AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
CREATE TRIGGER documents_tallied_update AFTER UPDATE ON documents
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
CREATE TRIGGER documents_tallied_delete AFTER DELETE ON documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_documents();
--> statement-breakpoint
-- Active grants by the day they end, and by what their documents are.
CREATE FUNCTION tally_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
      FROM new_rows WHERE status = 'active' GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), tally_month(least(expires_at, auto_revoke_date)), count(*)
      FROM new_rows r JOIN documents d ON d.id = document_id WHERE r.status = 'active' GROUP BY 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), -count(*), 0
      FROM old_rows WHERE status = 'active' GROUP BY 2;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), tally_month(least(expires_at, auto_revoke_date)), -count(*)
      FROM old_rows r JOIN documents d ON d.id = document_id WHERE r.status = 'active' GROUP BY 2, 3, 4, 5;
  ELSE
    INSERT INTO tallies SELECT 'grant', day, sum(n), 0 FROM (
        SELECT tally_day(least(expires_at, auto_revoke_date)) AS day, 1 AS n FROM new_rows WHERE status = 'active'
        UNION ALL
        SELECT tally_day(least(expires_at, auto_revoke_date)), -1 FROM old_rows WHERE status = 'active'
      ) changes GROUP BY day HAVING sum(n) <> 0;
    INSERT INTO document_tallies (what, type, status, expires, day, n)
      SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'), day, sum(n) FROM (
        SELECT document_id, tally_month(least(expires_at, auto_revoke_date)) AS day, 1 AS n FROM new_rows WHERE status = 'active'
        UNION ALL
        SELECT document_id, tally_month(least(expires_at, auto_revoke_date)), -1 FROM old_rows WHERE status = 'active'
      ) changes JOIN documents d ON d.id = document_id GROUP BY 2, 3, 4, 5 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_insert AFTER INSERT ON document_access
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_update AFTER UPDATE ON document_access
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
CREATE TRIGGER document_access_tallied_delete AFTER DELETE ON document_access
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
--> statement-breakpoint
-- Counts everything anew by the days of another time zone; the readings are the job's.
CREATE FUNCTION tally_in(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE documents, document_access IN SHARE MODE;
  DELETE FROM tally_zone;
  INSERT INTO tally_zone VALUES (zone);
  DELETE FROM tallies;
  INSERT INTO tallies SELECT 'document', coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2;
  INSERT INTO tallies SELECT 'grant', tally_day(least(expires_at, auto_revoke_date)), count(*), 0
    FROM document_access WHERE status = 'active' GROUP BY 2;
  PERFORM tally_by_document();
END
$$;
--> statement-breakpoint
CREATE FUNCTION tally_by_document() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT time_zone FROM tally_zone);
BEGIN
  DELETE FROM document_tallies;
  DELETE FROM document_sums;
  INSERT INTO document_tallies (what, type, status, expires, n, bytes)
    SELECT 'document', type, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL GROUP BY 2, 3, 4;
  INSERT INTO document_tallies (what, organization_id, status, expires, n, bytes)
    SELECT 'organization', organization_id, status, coalesce(expiry_date, 'infinity'), count(*), sum(file_size)
    FROM documents WHERE deleted_at IS NULL AND organization_id IS NOT NULL GROUP BY 2, 3, 4;
  INSERT INTO document_tallies (what, type, status, expires, day, n)
    SELECT 'grant', d.type, d.status, coalesce(d.expiry_date, 'infinity'),
      date_trunc('month', least(expires_at, auto_revoke_date) AT TIME ZONE zone)::date, count(*)
    FROM document_access a JOIN documents d ON d.id = document_id WHERE a.status = 'active' GROUP BY 2, 3, 4, 5;
END
$$;
--> statement-breakpoint
CREATE FUNCTION sum_month(what text, expires date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE what WHEN 'organization' THEN 'infinity' ELSE date_trunc('month', expires::timestamp)::date END
$$;
--> statement-breakpoint
-- Sums of the tallies by month, for filters (ADR 56), whoever adds to them.
CREATE FUNCTION sum_document_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_sums
      SELECT what, organization_id, type, status, sum_month(what, expires), day, sum(n), sum(bytes)
      FROM new_rows GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 OR sum(bytes) <> 0;
  ELSE
    INSERT INTO document_sums
      SELECT what, organization_id, type, status, sum_month(what, expires), day, -sum(n), -sum(bytes)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 OR sum(bytes) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_tallies_summed_insert AFTER INSERT ON document_tallies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_document_tallies();
--> statement-breakpoint
CREATE TRIGGER document_tallies_summed_delete AFTER DELETE ON document_tallies
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_document_tallies();
--> statement-breakpoint
-- # Names found by a part
-- Everybody to whom something was shared, by each name (ADR 56). Rows are only added, so that writers hardly ever wait.
CREATE FUNCTION note_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recipients SELECT DISTINCT user_email, user_name FROM new_rows ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_recipients_insert AFTER INSERT ON document_access
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recipients();
--> statement-breakpoint
CREATE FUNCTION note_renamed_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recipients SELECT DISTINCT user_email, user_name FROM (
      SELECT id, user_email, user_name FROM new_rows EXCEPT SELECT id, user_email, user_name FROM old_rows
    ) renamed ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER document_access_recipients_update AFTER UPDATE ON document_access
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_renamed_recipients();
--> statement-breakpoint
-- Clients by name (ADR 42), from the documents. Rows are only added here too.
CREATE FUNCTION note_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO clients (key) SELECT DISTINCT left(deedbox_fold(client_name), 200) FROM new_rows
    WHERE client_name <> '' ORDER BY 1 ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_clients_insert AFTER INSERT ON documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_clients();
--> statement-breakpoint
CREATE FUNCTION note_corrected_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO clients (key) VALUES (left(deedbox_fold(NEW.client_name), 200)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_clients_update AFTER UPDATE OF client_name ON documents
  FOR EACH ROW WHEN (NEW.client_name <> '' AND NEW.client_name IS DISTINCT FROM OLD.client_name)
  EXECUTE FUNCTION note_corrected_client();
--> statement-breakpoint
-- # Requests
-- Requests about the documents of an organisation, so that they are counted and listed without looking at its documents.
-- Whoever moves the document meanwhile is waited for.
CREATE FUNCTION note_organization_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.document_organization_id := (SELECT organization_id FROM documents WHERE id = NEW.document_id FOR SHARE);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER access_requests_of_organization BEFORE INSERT OR UPDATE OF document_id ON access_requests
  FOR EACH ROW WHEN (NEW.document_id IS NOT NULL) EXECUTE FUNCTION note_organization_of_request();
--> statement-breakpoint
CREATE FUNCTION move_requests_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE access_requests SET document_organization_id = NEW.organization_id WHERE document_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER documents_requests_moved AFTER UPDATE OF organization_id ON documents
  FOR EACH ROW WHEN (NEW.organization_id IS DISTINCT FROM OLD.organization_id) EXECUTE FUNCTION move_requests_of_document();
--> statement-breakpoint
-- # Words of documents
-- Documents with all of the hashes (ADR 45), through the index even where the planner expects many: it cannot know that two
-- frequent words hardly ever meet.
CREATE FUNCTION deedbox_documents_with(wanted bigint[], most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET enable_seqscan = off AS
$$ SELECT document_id FROM document_words WHERE hashes @> wanted LIMIT most $$;
