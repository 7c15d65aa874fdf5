CREATE TABLE "take_outs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"organization_id" uuid,
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
ALTER TABLE "take_outs" ADD CONSTRAINT "take_outs_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_outs" ADD CONSTRAINT "take_outs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "take_outs_of_person" ON "take_outs" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "take_outs_one_at_a_time" ON "take_outs" USING btree ("user_id") WHERE state in ('waiting', 'running');