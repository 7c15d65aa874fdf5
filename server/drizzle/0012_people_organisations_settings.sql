CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "settings_only_one" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "profiles" RENAME COLUMN "blocked_at" TO "deactivated_at";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "abn" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "acn" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "country" text DEFAULT 'AU' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "contact_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "contact_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "search_text" text GENERATED ALWAYS AS (deedbox_fold(name || ' ' || coalesce(abn, '') || ' ' || city)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "country" text DEFAULT 'AU' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "organizations_newest" ON "organizations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "organizations_search" ON "organizations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_organization" ON "profiles" USING btree ("organization_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "profiles_state" ON "profiles" USING btree ("state","user_id");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_abn_unique" UNIQUE("abn");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_acn_unique" UNIQUE("acn");--> statement-breakpoint
INSERT INTO "settings" DEFAULT VALUES;
